package dev.millrace.runtime;

import dev.millrace.runtime.Announcements.Announcement;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AnnouncementsTests {
    private static final long OWN_PID = ProcessHandle.current().pid();
    private static final URI URL = URI.create("http://127.0.0.1:8080");

    @TempDir
    Path root;

    @Test
    void aLiveServerIsFoundUntilItIsWithdrawn() {
        DataFolder folder = DataFolder.at(root).prepare();
        Announcement own = new Announcement(OWN_PID, URL, "mr_local_s3cret");

        Announcements.publish(folder, own);
        assertThat(Announcements.list(folder)).containsExactly(own);
        assertThat(own).asString().contains("8080").doesNotContain("s3cret");

        Announcements.withdraw(folder);
        assertThat(Announcements.list(folder)).isEmpty();
    }

    @Test
    void whatACrashLeftBehindIsPassedOver() throws Exception {
        DataFolder folder = DataFolder.at(root).prepare();
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Announcements.publish(folder, new Announcement(ended.pid(), URL, "mr_local_1"));
        Files.writeString(folder.secrets().resolve("server-%d.json".formatted(OWN_PID)), "{\"pid\":");

        assertThat(Announcements.list(folder)).isEmpty();
    }

    @Test
    void aFolderThatIsNotThereHasNoServers() {
        assertThat(Announcements.list(DataFolder.at(root.resolve("missing")))).isEmpty();
    }
}
