package dev.millrace.runtime;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class LogContextTests {
    @Test
    void aLineForPeopleNamesTheJobAndTheRequestWhereThereIsOne() throws Exception {
        try (var _ = MDC.putCloseable(LogContext.REQUEST_ID, "r-1")) {
            assertThat(LogContext.withJob("job-7", () -> lineIn("text")))
                    .endsWith("three rows fetched [request r-1] [job job-7]\n");
        }
        assertThat(lineIn("text")).endsWith("three rows fetched\n");
    }

    @Test
    void aLineForMachinesHasThemAsFields() throws Exception {
        String line = LogContext.withJob("job-7", () -> lineIn("json"));

        var json = JsonMapper.shared().readTree(line);
        assertThat(json.path("message").asString()).isEqualTo("three rows fetched");
        assertThat(json.path("jobToken").asString()).isEqualTo("job-7");
    }

    @Test
    void afterTheWorkTheTokenIsGoneAlsoWhenItFailed() {
        try {
            LogContext.withJob("job-7", () -> {
                throw new IllegalStateException("failed");
            });
        } catch (Exception expected) {
            assertThat(expected).hasMessage("failed");
        }

        assertThat(MDC.get(LogContext.JOB_TOKEN)).isNull();
    }

    /** One line as the product's own configuration of that format writes it. */
    private static String lineIn(String format) throws JoranException {
        LoggerContext context = new LoggerContext();
        context.putObject(Environment.class.getName(), new StandardEnvironment());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(new ByteArrayInputStream("""
                <configuration>
                  <include resource="logging/%s.xml"/>
                  <root level="INFO"><appender-ref ref="console"/></root>
                </configuration>
                """.formatted(format).getBytes(StandardCharsets.UTF_8)));
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>) root.getAppender("console");
        assertThat(console.getTarget()).isEqualTo("System.err");
        LoggingEvent event = new LoggingEvent("test", root, Level.INFO, "three rows fetched", null, null);
        var properties = MDC.getCopyOfContextMap();
        event.setMDCPropertyMap(properties == null ? new HashMap<>() : properties);
        return new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    }
}
