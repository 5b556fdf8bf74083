package dev.millrace.runtime;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class MillraceSettingsTests {
    @Test
    void blankIsAsGoodAsAbsent() {
        MillraceSettings settings = MillraceSettings.load(Map.of("millrace.database-url", " ", "millrace.redis-url", "",
                "millrace.reader-password", " ", "millrace.public-url", "", "millrace.ca-file", " ",
                "millrace.bind", "", "millrace.data-dir", ""));

        assertThat(settings.databaseUrl()).isEmpty();
        assertThat(settings.redisUrl()).isEmpty();
        assertThat(settings.readerPassword()).isEmpty();
        assertThat(settings.publicUrl()).isEmpty();
        assertThat(settings.certificates()).isEmpty();
        assertThat(settings.bind()).isEqualTo("127.0.0.1");
        assertThat(settings.dataDir()).isEqualTo(Path.of("data"));
    }

    @Test
    void aCertificateFileIsAPath() {
        assertThat(MillraceSettings.load(Map.of("millrace.ca-file", "own/ca.pem")).certificates())
                .contains(Path.of("own", "ca.pem"));
    }

    @ParameterizedTest
    @CsvSource({"millrace.roles,'api, SCHEDULER',true", "millrace.roles[0],scheduler,true",
            "millrace.roles[0],worker,false", "millrace.roles,api,false", "millrace.port,0,true"})
    void theRolesMayBeWrittenInAnyForm(String name, String value, boolean schedules) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", Map.of(name, value)));
            context.register(Periodic.class);
            context.refresh();

            assertThat(context.getBeansOfType(Periodic.class)).hasSize(schedules ? 1 : 0);
        }
    }

    @SchedulerOnly
    static class Periodic {}
}
