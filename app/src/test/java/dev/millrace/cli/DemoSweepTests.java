package dev.millrace.cli;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DemoSweepTests {
    @TempDir
    Path temporary;

    @Test
    void onlyOldFoldersThatNobodyHoldsAreSweptAway() throws Exception {
        Path killed = demo("millrace-demo-killed", Duration.ofHours(2));
        Path starting = demo("millrace-demo-starting", Duration.ofMinutes(1));
        Path stopping = demo("millrace-demo-stopping", Duration.ofHours(2));
        Path otherThing = Files.createDirectory(temporary.resolve("millrace-demo-other"));

        try (FileChannel channel = FileChannel.open(stopping.resolve("private/embedded.lock"),
                StandardOpenOption.CREATE, StandardOpenOption.WRITE); var lock = channel.lock()) {
            DemoCommand.sweep(temporary);
            assertThat(lock.isValid()).isTrue();
        }

        assertThat(killed).doesNotExist();
        assertThat(starting).exists();
        assertThat(stopping).exists();
        assertThat(otherThing).exists();
    }

    private Path demo(String name, Duration age) throws Exception {
        Path folder = Files.createDirectories(temporary.resolve(name).resolve("private")).getParent();
        return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(age)));
    }
}
