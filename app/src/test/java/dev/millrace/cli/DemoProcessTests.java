package dev.millrace.cli;

import dev.millrace.testing.MillraceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DemoProcessTests {
    @Test
    void onceEverythingIsHealthyADemoCanEndAndLeavesNothing(
            @TempDir(cleanup = CleanupMode.ALWAYS) Path temporary) throws Exception {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
        Path killedEarlier = Files.createDirectories(temporary.resolve("millrace-demo-123/private")).getParent();
        Files.setLastModifiedTime(killedEarlier, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path somebodysOwn = Files.createDirectories(temporary.resolve("millrace-demolition"));

        MillraceProcess demo = MillraceProcess.run(
                Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary, "MILLRACE_DATABASE_URL",
                        "postgresql://nobody@127.0.0.1:1/nothing", "MILLRACE_PUBLIC_URL",
                        "https://millrace.example.org",
                        "MILLRACE_BIND", "203.0.113.7", "MILLRACE_ROLES", "worker", "MILLRACE_LOG_FORMAT", "json",
                        "MILLRACE_ADMIN_TOKEN", "of the person's own installation", "MILLRACE_SECRET_KEY", "short",
                        "MILLRACE_CA_FILE", "/missing.pem"),
                temporary, "demo", "--once");

        assertThat(demo.exitCode()).as(demo.errors()).isZero();
        assertThat(demo.output()).containsPattern("http://127\\.0\\.0\\.1:\\d+/\\S+");
        assertThat(killedEarlier).doesNotExist();
        assertThat(somebodysOwn).exists();
        try (var left = Files.list(temporary)) {
            assertThat(left).filteredOn(file -> file.getFileName().toString().startsWith("millrace-demo-")).isEmpty();
        }
    }
}
