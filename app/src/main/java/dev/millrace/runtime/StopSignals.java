package dev.millrace.runtime;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The first Ctrl-C (or SIGTERM) ends politely; the second one at once.
 *
 * <p>The JVM ignores a second signal while it shuts down, and only {@code sun.misc.Signal} can see it. The compiler warns of
 * that class without a way to silence it, hence by reflection.
 */
public final class StopSignals {
    private static final int INTERRUPTED = 130;

    private StopSignals() {}

    public static void install(Runnable politely) {
        AtomicInteger seen = new AtomicInteger();
        Runnable handler = () -> {
            if (seen.incrementAndGet() == 1) {
                Thread.ofPlatform().name("stop").start(politely);
            } else {
                Runtime.getRuntime().halt(INTERRUPTED);
            }
        };
        handle(List.of("INT", "TERM"), handler);
    }

    /** While another program has the terminal, Ctrl-C is for that one. */
    public static void leaveInterruptsToOthers() {
        handle(List.of("INT"), () -> {});
    }

    private static void handle(List<String> names, Runnable handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(StopSignals.class.getClassLoader(), new Class<?>[]{handlerType},
                    (_, _, _) -> {
                        handler.run();
                        return null;
                    });
            for (String name : names) {
                signal.getMethod("handle", signal, handlerType).invoke(null,
                        signal.getConstructor(String.class).newInstance(name), proxy);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM cannot watch signals", e);
        }
    }
}
