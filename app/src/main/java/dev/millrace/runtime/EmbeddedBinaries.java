package dev.millrace.runtime;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The PostgreSQL and Redis programs that travel in the jar, unpacked once per data folder and version. */
final class EmbeddedBinaries {
    private static final Set<PosixFilePermission> PROGRAM = PosixFilePermissions.fromString("rwxr-xr-x");

    private EmbeddedBinaries() {}

    /** The folder with {@code bin/postgres} and {@code bin/initdb}. */
    static Path postgres(DataFolder folder) {
        URL archive = resource("/postgres-%s-%s.txz".formatted(system(), isArm() ? "arm_64" : "x86_64"));
        return unpackedOnce(folder, "postgres", archive, EmbeddedBinaries::unpackArchive);
    }

    static Path redis(DataFolder folder) {
        URL program = resource("/embedded/redis-server-%s-%s".formatted(system(), isArm() ? "arm64" : "amd64"));
        return unpackedOnce(folder, "redis", program, EmbeddedBinaries::copyProgram).resolve("redis-server");
    }

    private static String system() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
    }

    private static boolean isArm() {
        return System.getProperty("os.arch").equals("aarch64");
    }

    private static URL resource(String name) {
        URL found = EmbeddedBinaries.class.getResource(name);
        if (found == null) {
            throw new CannotStart(
                    "This build has no embedded servers for %s on %s: build it here, build it with '-Peverywhere', or set MILLRACE_DATABASE_URL and MILLRACE_REDIS_URL."
                            .formatted(System.getProperty("os.name"), System.getProperty("os.arch")));
        }
        return found;
    }

    private interface Unpack {
        void into(InputStream content, Path folder) throws IOException;
    }

    /** A folder appears under its final name only when it is whole, so a crash in the middle leaves nothing to trip over. */
    private static Path unpackedOnce(DataFolder folder, String name, URL content, Unpack unpack) {
        try {
            Path home = folder.binaries().resolve(name + "-" + content.openConnection().getContentLengthLong());
            if (Files.isDirectory(home)) {
                return home;
            }
            Path draft = folder.binaries().resolve(name + ".draft");
            deleteAll(draft);
            Files.createDirectories(draft);
            try (InputStream in = new BufferedInputStream(content.openStream(), 1 << 16)) {
                unpack.into(in, draft);
            }
            letEverybodyIn(folder.binaries(), draft);
            deleteOthers(folder.binaries(), name);
            return Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new CannotStart("The embedded %s cannot be unpacked into %s: %s.".formatted(name, folder.binaries(),
                    e.getMessage()), e);
        }
    }

    /** Those of the release before. */
    private static void deleteOthers(Path binaries, String name) throws IOException {
        try (Stream<Path> others = Files.list(binaries)) {
            others.filter(other -> other.getFileName().toString().matches(name + "-\\d+")).toList()
                    .forEach(EmbeddedBinaries::deleteAll);
        }
    }

    /** Under root another user runs these programs, whatever root's umask is. */
    private static void letEverybodyIn(Path binaries, Path unpacked) throws IOException {
        Files.setPosixFilePermissions(binaries, PROGRAM);
        try (Stream<Path> files = Files.walk(unpacked)) {
            for (Path folder : files.filter(Files::isDirectory).toList()) {
                Files.setPosixFilePermissions(folder, PROGRAM);
            }
        }
    }

    private static void copyProgram(InputStream content, Path folder) throws IOException {
        Path program = folder.resolve("redis-server");
        Files.copy(content, program);
        Files.setPosixFilePermissions(program, PROGRAM);
    }

    private static void unpackArchive(InputStream content, Path folder) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(content))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException("entry outside the archive: " + entry.getName());
                }
                unpackEntry(entry, tar, target);
            }
        }
    }

    private static void unpackEntry(TarArchiveEntry entry, InputStream content, Path target) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(content, target);
        boolean isProgram = (entry.getMode() & 0100) != 0;
        Files.setPosixFilePermissions(target, isProgram ? PROGRAM : PosixFilePermissions.fromString("rw-r--r--"));
    }

    static void deleteAll(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
