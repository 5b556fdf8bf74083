package dev.millrace.cli;

import dev.millrace.runtime.Announcements;
import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.MillraceSettings;
import dev.millrace.runtime.OutgoingHttp;
import dev.millrace.runtime.Parts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The doctor's look at this machine: Java, folder, disk, servers beside us, the way out, the clock. */
final class MachineChecks {
    private static final URI OUTSIDE = URI.create("https://api.github.com/");
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(30);

    private MachineChecks() {}

    /** @param environment with the proxy, as other programs know it too */
    static List<Check> run(MillraceSettings settings, Map<String, String> environment) {
        DataFolder folder = settings.dataFolder();
        List<Check> checks = new ArrayList<>();
        checks.add(java());
        checks.add(folder(folder));
        checks.add(disk(folder));
        checks.add(servers(folder));
        checks.addAll(outside(environment, settings.certificates()));
        return checks;
    }

    private static Check java() {
        String version = Runtime.version() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB heap at most";
        return Runtime.version().feature() == 25
                ? Check.ok("Java", version)
                : Check.warning("Java", version,
                        "Millrace is built and tested with Java 25; install it and set JAVA_HOME.");
    }

    private static Check folder(DataFolder folder) {
        Path place = existing(folder.root());
        String name = "Data folder";
        if (!Files.isWritable(place) || !Files.isDirectory(place)) {
            return Check.failed(name, folder.root() + " cannot be written",
                    "Make it writable for this user, or choose another with MILLRACE_DATA_DIR.");
        }
        return Check.ok(name, folder.root() + (Files.exists(folder.root()) ? "" : " (the first start makes it)"));
    }

    private static Check disk(DataFolder folder) {
        long free = DataFolder.at(existing(folder.root())).usableBytes();
        String detail = "%,d MiB free".formatted(free >> 20);
        return free < Parts.LITTLE_ROOM
                ? Check.warning("Disk", detail,
                        "Free some space, or choose a folder on another disk with MILLRACE_DATA_DIR.")
                : Check.ok("Disk", detail);
    }

    /** The folder itself, or the nearest one above it that is there. */
    static Path existing(Path path) {
        Path place = path;
        while (place.getParent() != null && !Files.exists(place)) {
            place = place.getParent();
        }
        return place;
    }

    private static Check servers(DataFolder folder) {
        List<String> live = Announcements.list(folder).stream()
                .map(server -> server.url() + " (process " + server.pid() + ")").toList();
        return Check.ok("Servers", live.isEmpty() ? "none runs on this data folder" : String.join(", ", live));
    }

    private static List<Check> outside(Map<String, String> environment, Optional<Path> caFile) {
        String name = "Way out";
        try (var client = OutgoingHttp.client(environment, caFile)) {
            Instant before = Instant.now();
            HttpResponse<Void> answer = client.send(
                    HttpRequest.newBuilder(OUTSIDE).timeout(Duration.ofSeconds(10))
                            .method("HEAD", HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.discarding());
            return List.of(Check.ok(name, "%s answers".formatted(OUTSIDE)),
                    clock(answer.headers().firstValue("Date").orElse(null), before));
        } catch (CannotStart e) {
            return List.of(Check.failed(name, "cannot be tried", String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return List.of(Check.warning(name, "%s cannot be reached (%s)".formatted(OUTSIDE, e),
                    "Needed only to collect from there: set HTTPS_PROXY if a proxy stands between, MILLRACE_CA_FILE if it has its own certificate."));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static Check clock(@Nullable String theirDate, Instant ours) {
        try {
            Duration difference = Duration.between(
                    ZonedDateTime.parse(String.valueOf(theirDate), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant(),
                    ours).abs();
            return difference.compareTo(CLOCK_TOLERANCE) > 0
                    ? Check.warning("Clock",
                            "differs from %s by %d s".formatted(OUTSIDE.getHost(), difference.toSeconds()),
                            "Set this machine's clock by a time server (NTP).")
                    : Check.ok("Clock", "agrees with " + OUTSIDE.getHost());
        } catch (DateTimeParseException _) {
            return Check.warning("Clock", "could not be compared", "Look at what answers for %s.".formatted(OUTSIDE));
        }
    }
}
