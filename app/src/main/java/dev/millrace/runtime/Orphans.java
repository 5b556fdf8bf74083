package dev.millrace.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Servers of an earlier start that outlived it.
 *
 * <p>A number in a pid file proves nothing, since it may belong to somebody else by now. A server is ours if it lives
 * in our folder: its working directory is there, or, where that cannot be seen, the folder is among its arguments. A
 * person's shell may be there too, so only the programs that we start count.
 */
final class Orphans {
    private static final Path PROC = Path.of("/proc");
    private static final Set<String> PROGRAMS = Set.of("postgres", "initdb", "redis-server");

    private Orphans() {}

    /** Ends every server that still lives in the folder; a PostgreSQL gets the time to write its last checkpoint. */
    static void end(Path folder) {
        List<ProcessHandle> orphans = in(folder);
        orphans.forEach(orphan -> ServerProcess.interrupt(orphan.pid()));
        if (!awaitNoneIn(folder, Duration.ofSeconds(30))) {
            in(folder).forEach(ProcessHandle::destroyForcibly);
            if (!awaitNoneIn(folder, Duration.ofSeconds(10))) {
                throw new CannotStart(
                        "A server of an earlier start still runs in %s (process %d) and does not end: end it and start again."
                                .formatted(folder, in(folder).getFirst().pid()));
            }
        }
    }

    static List<ProcessHandle> in(Path folder) {
        return ProcessHandle.allProcesses().filter(process -> livesIn(process, folder)).toList();
    }

    private static boolean livesIn(ProcessHandle process, Path folder) {
        if (Files.isDirectory(PROC.resolve("self"))) {
            try {
                return Files.readSymbolicLink(PROC.resolve(process.pid() + "/cwd")).equals(folder.toRealPath())
                        && isOurs(Files.readSymbolicLink(PROC.resolve(process.pid() + "/exe")).toString());
            } catch (IOException _) {
                return false; // it ended meanwhile, or belongs to another user and so not to us
            }
        }
        return process.info().arguments().map(all -> Arrays.asList(all).contains(folder.toString())).orElse(false)
                && process.info().command().map(Orphans::isOurs).orElse(false);
    }

    /** The system marks a program whose file has been replaced meanwhile as deleted. */
    private static boolean isOurs(String program) {
        return PROGRAMS.contains(program.replaceFirst(" \\(deleted\\)$", "").replaceFirst("^.*/", ""));
    }

    private static boolean awaitNoneIn(Path folder, Duration patience) {
        Instant end = Instant.now().plus(patience);
        while (!in(folder).isEmpty()) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        return true;
    }
}
