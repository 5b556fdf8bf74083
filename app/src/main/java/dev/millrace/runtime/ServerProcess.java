package dev.millrace.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A server that lives and dies with this process.
 *
 * <p>Where the machine can do it, the kernel interrupts the server when this process ends in any way, {@code kill -9}
 * included; elsewhere the next start finds the orphan (see {@link Orphans}).
 */
final class ServerProcess {
    /** The kernel watches the thread that made the child, not the process: so the children are made by one that never ends. */
    private static final ExecutorService NURSERY = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("embedded-servers").factory());
    private static final boolean HAS_SETPRIV = Posix.succeeds("setpriv", "--version");
    private static final boolean CAN_DIE_WITH_PARENT = Posix.succeeds("setpriv", "--pdeathsig", "INT", "true");
    private static final boolean HAS_SETSID = Posix.succeeds("setsid", "--version");
    /** All that a server needs of our environment; the rest may hold secrets, and the server's user could read them. */
    private static final Set<String> ENVIRONMENT = Set.of("PATH", "TMPDIR");

    private final Process process;

    private ServerProcess(Process process) {
        this.process = process;
    }

    /** Starts the command in its home folder, with its output in the log file and {@code input} on its standard input. */
    static ServerProcess start(List<String> command, Path home, Path log, String input) {
        ProcessBuilder builder = builder(command, home)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Future<Process> start = NURSERY.submit(() -> {
            Process process = builder.start();
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            return process;
        });
        try {
            return new ServerProcess(start.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotStart("The start was interrupted.", e);
        } catch (ExecutionException e) {
            throw new CannotStart("%s cannot be run: %s.".formatted(command.getFirst(), e.getCause()), e);
        }
    }

    /** Runs a command to its end, under the same user as a server; the output comes back if it fails. */
    static void run(List<String> command, Path home) {
        try {
            Process process = builder(command, home).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new CannotStart(ServerLog.explain(command.getFirst(), output));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotStart("The start was interrupted.", e);
        }
    }

    private static ProcessBuilder builder(List<String> command, Path home) {
        ProcessBuilder builder = new ProcessBuilder(guarded(command)).directory(home.toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().retainAll(ENVIRONMENT);
        builder.environment().put("LC_ALL", "C"); // messages that we can read
        return builder;
    }

    /** In a session of its own (a terminal's Ctrl-C is for us, not for the servers), as a user without rights. */
    private static List<String> guarded(List<String> command) {
        List<String> whole = new ArrayList<>(HAS_SETSID ? List.of("setsid") : List.of());
        List<String> guards = guards();
        if (!guards.isEmpty()) {
            whole.add("setpriv");
            whole.addAll(guards);
            whole.add("--");
        }
        whole.addAll(command);
        return whole;
    }

    private static List<String> guards() {
        List<String> guards = new ArrayList<>();
        if (CAN_DIE_WITH_PARENT) {
            guards.addAll(List.of("--pdeathsig", "INT"));
        }
        if (Posix.isRoot()) {
            guards.addAll(asUnprivileged());
        }
        return guards;
    }

    /** The arguments of {@code setpriv} that step down from root. */
    static List<String> asUnprivileged() {
        String user = Posix.unprivilegedUser();
        return List.of("--reuid", user, "--regid", Posix.primaryGroup(user), "--clear-groups");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Under root the servers run as another user, who must be able to pass through every folder on the way. */
    static void requireEntry(Path folder) {
        if (Posix.isRoot() && !HAS_SETPRIV) {
            throw new CannotStart(
                    "Started as root, Millrace needs the program 'setpriv' to run its servers as another user: install the package util-linux, or start Millrace as another user.");
        }
        if (Posix.isRoot()
                && !Posix.succeeds(guarded(List.of("test", "-x", folder.toString())).toArray(String[]::new))) {
            throw new CannotStart(
                    "The data folder %s is inside one that the user %s, under whom root runs the embedded servers, may not enter: choose another with MILLRACE_DATA_DIR."
                            .formatted(folder, Posix.unprivilegedUser()));
        }
    }

    /** Ends the server: politely first (SIGINT, which PostgreSQL takes as "fast"), then at once. */
    void stop(Duration patience) {
        if (!process.isAlive()) {
            return; // its number may be somebody else's by now
        }
        interrupt(process.pid());
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    static void interrupt(long pid) {
        Posix.succeeds("sh", "-c", "kill -INT " + pid);
    }
}
