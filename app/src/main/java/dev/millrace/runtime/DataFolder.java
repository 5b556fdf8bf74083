package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that holds everything an installation keeps on disk.
 *
 * <p>What must stay secret is in {@link #secrets()}, mode 0700. The folder itself is 0700 too, except under root,
 * where the unprivileged user of the embedded servers has to pass through it (0711).
 */
public record DataFolder(Path root) {
    private static final Pattern OF_A_PROCESS = Pattern.compile("(?:server-|.*\\.draft-)(\\d{1,18})(?:\\.json)?");
    private static final long ENOUGH_BYTES = 256L << 20;

    public static DataFolder at(Path path) {
        return new DataFolder(path.toAbsolutePath().normalize());
    }

    /** The folder for passwords, keys and the addresses of live servers. */
    public Path secrets() {
        return root.resolve("private");
    }

    public Path postgres() {
        return root.resolve("postgres");
    }

    public Path redis() {
        return root.resolve("redis");
    }

    public Path binaries() {
        return root.resolve("bin");
    }

    public Path logs() {
        return root.resolve("logs");
    }

    /** Makes the folder usable, or says in one sentence why it is not. */
    public DataFolder prepare() {
        try {
            Files.createDirectories(root);
            // A folder that has something in it already may be somebody else's; its mode is theirs to choose.
            if (Posix.isSupported() && isEmpty(root)) {
                Files.setPosixFilePermissions(root,
                        PosixFilePermissions.fromString(Posix.isRoot() ? "rwx--x--x" : "rwx------"));
            }
            secretFolder(secrets());
            Files.createDirectories(logs());
        } catch (AccessDeniedException | FileAlreadyExistsException e) {
            throw new CannotStart(
                    "The data folder %s cannot be written (%s): make it writable for this user, or choose another with MILLRACE_DATA_DIR."
                            .formatted(root, e.getFile()),
                    e);
        } catch (FileSystemException e) {
            throw new CannotStart("The data folder %s cannot be used: %s. Choose another with MILLRACE_DATA_DIR."
                    .formatted(root, reason(e)), e);
        } catch (IOException e) {
            throw new CannotStart("The data folder %s cannot be used: %s.".formatted(root, e.getMessage()), e);
        }
        return this;
    }

    /** Deletes what processes left in {@link #secrets()} that were killed: announcements and drafts with their number. */
    void tidySecrets() {
        try (Stream<Path> files = Files.list(secrets())) {
            for (Path file : files.toList()) {
                Matcher owner = OF_A_PROCESS.matcher(String.valueOf(file.getFileName()));
                if (owner.matches() && ProcessHandle.of(Long.parseLong(owner.group(1))).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            return content.findAny().isEmpty();
        }
    }

    /** Refuses early where a database would soon stand still for lack of room. */
    void requireRoom() {
        long free = usableBytes();
        if (free < ENOUGH_BYTES) {
            throw new CannotStart(
                    "The disk of the data folder %s is full: %d MiB are free and %d MiB are needed; free some space or choose another folder with MILLRACE_DATA_DIR."
                            .formatted(root, free >> 20, ENOUGH_BYTES >> 20));
        }
    }

    public long usableBytes() {
        try {
            return Files.getFileStore(root).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void secretFolder(Path folder) throws IOException {
        Files.createDirectories(folder);
        if (Posix.isSupported()) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Writes a file that only this user can read, whole or not at all, and durable once this returns. */
    public static void writeSecret(Path file, String content) {
        try {
            Files.move(draft(file, content), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            keepNames(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        } catch (IOException e) {
            throw new CannotStart("%s cannot be written: %s.".formatted(file, reason(e)), e);
        }
    }

    /** The same for a file that is never written again: of two who come at once, one writes and both can read that. */
    public static void writeSecretOnce(Path file, String content) {
        try {
            Path draft = draft(file, content);
            try {
                Files.createLink(file, draft); // unlike a rename, this never replaces what is there
            } catch (FileAlreadyExistsException _) {
                return;
            } finally {
                Files.delete(draft);
            }
            keepNames(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        } catch (IOException e) {
            throw new CannotStart("%s cannot be written: %s.".formatted(file, reason(e)), e);
        }
    }

    private static Path draft(Path file, String content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".draft-" + ProcessHandle.current().pid());
        Files.deleteIfExists(draft);
        try (var out = FileChannel.open(draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                forThisUserOnly())) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        return draft;
    }

    /** What a new file needs so that nobody else can ever read it. */
    static FileAttribute<?>[] forThisUserOnly() {
        return Posix.isSupported()
                ? new FileAttribute<?>[]{
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
    }

    /** Makes the names in a folder survive a power failure: a renamed file may be back under its old name otherwise. */
    static void keepNames(Path folder) throws IOException {
        if (Posix.isSupported()) {
            try (var names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }

    private static String reason(IOException e) {
        return e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(e.getMessage());
    }
}
