package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What differs between running as root, as a person, and where there is no such thing. */
final class Posix {
    private static final List<String> UNPRIVILEGED = List.of("millrace", "postgres", "nobody");

    private Posix() {}

    static boolean isSupported() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The user under whom root runs the embedded servers: PostgreSQL refuses to run as root, with good reason. */
    static String unprivilegedUser() {
        return UNPRIVILEGED.stream().filter(name -> principal(name).isPresent()).findFirst()
                .orElseThrow(() -> new CannotStart(
                        "Started as root, the embedded PostgreSQL needs one of the users %s: make one with 'useradd --system millrace', or start Millrace as another user."
                                .formatted(UNPRIVILEGED)));
    }

    static String primaryGroup(String user) {
        try {
            Process id = new ProcessBuilder("id", "-g", user).start();
            return new String(id.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void giveTo(String user, Path path) {
        try {
            Files.setOwner(path, principal(user).orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<UserPrincipal> principal(String name) {
        try {
            return Optional.of(FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(name));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Whether a small program can be run with success; used to find out what a machine offers. */
    static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
