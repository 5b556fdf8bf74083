package dev.millrace.cli;

import dev.millrace.access.LocalToken;
import dev.millrace.runtime.Announcements;
import dev.millrace.runtime.Announcements.Announcement;
import dev.millrace.runtime.DataFolder;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.ProcessExit;
import dev.millrace.runtime.RunningMillrace;
import dev.millrace.runtime.StopSignals;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server from its start to its end, whoever ends it: a signal, a part that cannot go on, or the caller. */
final class ServerRun {
    private final Class<?> application;
    private final PrintWriter err;
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> complaint = new AtomicReference<>();
    private volatile boolean started;

    ServerRun(Class<?> application, PrintWriter err) {
        this.application = application;
        this.err = err;
    }

    /** Starts, tells {@code whenReady}, and returns the exit code when the server has ended. */
    int run(Map<String, String> settings, Consumer<RunningMillrace> whenReady) {
        StopSignals.install(this::stop);
        try (RunningMillrace millrace = RunningMillrace.start(application, settings)) {
            started = true;
            watch(millrace);
            DataFolder folder = millrace.settings().dataFolder();
            Announcements.publish(folder, new Announcement(ProcessHandle.current().pid(), millrace.localUrl(),
                    millrace.get(LocalToken.class).text()));
            try {
                whenReady.accept(millrace);
                end.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                millrace.services().expectEnd();
                Announcements.withdraw(folder);
            }
        }
        String sentence = complaint.get();
        if (sentence != null) {
            err.println("millrace: " + sentence);
            return CommandLineInterface.FAILED;
        }
        return 0;
    }

    void stop() {
        if (!started) {
            Runtime.getRuntime().halt(CommandLineInterface.FAILED); // what has started of the servers ends with us, or the next start ends it
        }
        end.countDown();
    }

    private void watch(RunningMillrace millrace) {
        Consumer<String> complain = sentence -> {
            complaint.compareAndSet(null, sentence);
            end.countDown();
        };
        millrace.get(ProcessExit.class).onRequest(complain);
        millrace.services().embedded().ifPresent(embedded -> embedded.whenGone(() -> complain.accept(gone(embedded))));
    }

    private static String gone(EmbeddedServers embedded) {
        return embedded.isOwner()
                ? "The embedded PostgreSQL has ended; look at logs/postgres.log in the data folder and start again."
                : "The embedded servers are gone, since process %d that owned them has ended; start this one again and it will own them."
                        .formatted(embedded.ownerPid());
    }
}
