package dev.millrace.cli;

import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.testing.Http;
import dev.millrace.testing.MillraceProcess;
import dev.millrace.testing.TestServers;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands with and without a server beside them, on services that run elsewhere. */
class ExternalServicesProcessTests {
    private static final String PUBLIC = "https://millrace.example.org/below";

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void settings() {
        DatabaseAddress database = TestServers.newDatabase();
        environment.putAll(Map.of("MILLRACE_DATABASE_URL", database.asUri(database.user(), database.password()),
                "MILLRACE_REDIS_URL", TestServers.redisUrl(), "MILLRACE_PUBLIC_URL", PUBLIC, "MILLRACE_PORT", "0"));
    }

    @Test
    void withoutAServerACommandStartsItsOwn() {
        assertThat(command("token", "list").output()).startsWith("ID");

        MillraceProcess link = command("token", "link");
        assertThat(link.output()).startsWith(PUBLIC + "/").hasLineCount(1);
        assertThat(link.errors()).contains("no server is running");
    }

    @Test
    void besideAServerTokensAndLinksAreThoseOfThatServer() {
        environment.put("MILLRACE_BIND", "localhost");
        try (MillraceProcess server = MillraceProcess.start(environment, folder, "serve")) {
            Matcher line = Pattern.compile("listens on (http://localhost:\\d+)")
                    .matcher(server.awaitLine("listens on"));
            assertThat(line.find()).isTrue();
            URI address = URI.create(line.group(1));
            assertThat(server.awaitLine("Public")).endsWith(PUBLIC);
            assertThat(server.awaitLine("Data")).contains("postgresql://");
            assertThat(server.awaitLine("Sign in")).contains(PUBLIC + "/");

            MillraceProcess link = command("token", "link");
            assertThat(link.errors()).isEmpty();
            Http visitor = new Http(address, "");
            visitor.get(link.output().substring(PUBLIC.length()));
            assertThat(visitor.cookie("")).as(link.output()).isPresent();

            JsonNode made = JsonMapper.shared().readTree(command("token", "create", "short-lived", "--json").output());
            Http holder = new Http(address, made.path("apiToken").asString());
            assertThat(holder.get("/api/me").status()).isEqualTo(200);
            assertThat(command("token", "revoke", made.path("id").asString()).output())
                    .isEqualTo("Token %s (short-lived) is revoked.".formatted(made.path("id").asString()));
            assertThat(holder.get("/api/me").status()).isEqualTo(401);
        }
    }

    @Test
    void sqlWithoutTheReadersRightsSaysWhatToDo() {
        MillraceProcess sql = MillraceProcess.run(environment, folder, "sql", "-c", "select 1");

        assertThat(sql.exitCode()).isEqualTo(1);
        assertThat(sql.errors()).contains("MILLRACE_READER_PASSWORD", "millrace doctor").hasLineCount(1);
    }

    private MillraceProcess command(String... arguments) {
        MillraceProcess process = MillraceProcess.run(environment, folder, arguments);
        assertThat(process.exitCode()).as(process.errors()).isZero();
        return process;
    }
}
