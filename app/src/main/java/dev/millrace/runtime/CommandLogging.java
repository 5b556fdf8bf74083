package dev.millrace.runtime;

import java.util.Map;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Logging for commands that start no server: warnings only, on standard error. Without it the library prints all to standard output. */
public final class CommandLogging {
    private CommandLogging() {}

    public static void setUp() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("quiet", Map.of("millrace.log-level", "WARN")));
        LoggingSystem logging = LoggingSystem.get(CommandLogging.class.getClassLoader());
        logging.beforeInitialize();
        logging.initialize(new LoggingInitializationContext(environment), null, null);
    }
}
