package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Live servers of a data folder, told to commands on the same machine: one file each, readable for this user only. */
public final class Announcements {
    private static final JsonMapper JSON = JsonMapper.shared();

    /**
     * A server and the API token that it accepts from commands beside it.
     *
     * @param apiToken valid for that process only, and gone with it
     */
    public record Announcement(long pid, URI url, String apiToken) {
        @Override
        public String toString() {
            return "Announcement[pid=%d, url=%s]".formatted(pid, url);
        }
    }

    private Announcements() {}

    public static void publish(DataFolder folder, Announcement announcement) {
        DataFolder.writeSecret(file(folder, announcement.pid()), JSON.writeValueAsString(announcement));
    }

    public static void withdraw(DataFolder folder) {
        try {
            Files.deleteIfExists(file(folder, ProcessHandle.current().pid()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those whose process still exists; whether it answers is for the caller to find out. */
    public static List<Announcement> list(DataFolder folder) {
        if (!Files.isReadable(folder.secrets())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.secrets())) {
            return files.filter(file -> file.getFileName().toString().matches("server-\\d+\\.json"))
                    .map(Announcements::read).flatMap(Optional::stream)
                    .filter(announcement -> ProcessHandle.of(announcement.pid()).isPresent()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Announcement> read(Path file) {
        try {
            return Optional.of(JSON.readValue(Files.readString(file), Announcement.class));
        } catch (IOException | JacksonException _) {
            return Optional.empty(); // withdrawn meanwhile, or left half-written by a crash
        }
    }

    private static Path file(DataFolder folder, long pid) {
        return folder.secrets().resolve("server-" + pid + ".json");
    }
}
