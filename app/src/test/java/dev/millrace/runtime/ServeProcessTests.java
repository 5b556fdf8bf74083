package dev.millrace.runtime;

import dev.millrace.testing.DataFolders;
import dev.millrace.testing.Http;
import dev.millrace.testing.MillraceProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The life of one data folder, told in real processes; each chapter goes on where the one before it ended. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServeProcessTests {
    private static final Pattern ADDRESS = Pattern.compile("listens on (http://127\\.0\\.0\\.1:\\d+)");

    @RegisterExtension
    static final DataFolders FOLDERS = new DataFolders();

    private static final DataFolder FOLDER = FOLDERS.create();
    private static MillraceProcess owner;
    private static String apiToken = "";

    @BeforeAll
    static void begin() {
        owner = serve();
    }

    @AfterAll
    static void end() {
        owner.close();
        Orphans.end(FOLDER.postgres());
        Orphans.end(FOLDER.redis());
    }

    @Test
    @Order(1)
    void theFirstStartSaysWhereItListensAndHowToGetIn() {
        URI address = address(owner);
        String link = lastWord(owner.awaitLine("Sign in"));
        String administratorsToken = lastWord(owner.awaitLine("  API "));

        Http visitor = new Http(address, "");
        visitor.useLink(link.substring(address.toString().length())).require(302);
        assertThat(visitor.cookie("millrace")).as("a session from " + link).isPresent();
        assertThat(new Http(address, "").get("/api/me").status()).isEqualTo(401);
        apiToken = new Http(address, administratorsToken).post("/api/tokens", Map.of("name", "kept")).require(201)
                .json().path("apiToken").asString();
    }

    @Test
    @Order(2)
    void afterAKillItsServersEndAndTheNextStartHasLostNothing() {
        owner.kill();
        if (Posix.succeeds("setpriv", "--pdeathsig", "INT", "true")) {
            await().atMost(Duration.ofSeconds(30)).until(
                    () -> Orphans.in(FOLDER.postgres()).isEmpty() && Orphans.in(FOLDER.redis()).isEmpty());
        }

        owner = serve();

        assertThat(new Http(address(owner), apiToken).get("/api/me").status()).isEqualTo(200);
        assertThat(owner.output()).contains("with its own PostgreSQL").doesNotContain("  API ");
    }

    @Test
    @Order(3)
    void commandsBesideItNeedOnlyTheDataFolder() {
        JsonNode made = JsonMapper.shared().readTree(command("token", "create", "made beside it", "--json").output());
        assertThat(new Http(address(owner), made.path("apiToken").asString()).get("/api/me").status()).isEqualTo(200);

        assertThat(command("token", "list").output().lines()).hasSize(4).first().asString().startsWith("ID");
        assertThat(command("sql", "--format", "csv", "-c", "select current_user as role, 1 as one").output())
                .isEqualTo("role,one\nmillrace_reader,1");
        assertThat(command("sql", "--url").output()).startsWith("postgresql://millrace_reader:").hasLineCount(1);
    }

    @Test
    @Order(4)
    void aPortInUseIsSaidInOneSentence() {
        MillraceProcess refused = MillraceProcess.run(Map.of("MILLRACE_DATA_DIR", FOLDER.root().toString()),
                FOLDER.root(), "serve", "--port", Integer.toString(address(owner).getPort()));

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output()).isEmpty();
        assertThat(refused.errors()).endsWith("choose another port with MILLRACE_PORT or --port.")
                .doesNotContain("\tat ", "Exception");
        assertThat(new Http(address(owner), apiToken).get("/api/me").status()).isEqualTo(200);
    }

    @Test
    @Order(5)
    void aSecondSignalStopsAtOnceWhatTheFirstLetsFinish() throws IOException {
        try (MillraceProcess guest = serve(); SlowRequest _ = SlowRequest.to(address(guest))) {
            assertThat(guest.output()).contains("joined to the PostgreSQL of another process");
            Path announcement = FOLDER.secrets().resolve("server-" + guest.pid() + ".json");
            assertThat(announcement).exists();

            signal(guest);
            await().until(() -> !Files.exists(announcement));
            assertThat(guest.isAlive()).as("it waits for the request").isTrue();
            signal(guest);

            assertThat(guest.exitCode()).isEqualTo(130);
        }
    }

    @Test
    @Order(6)
    void theEndOfTheOwnerIsPoliteAndTakesItsGuestsAlong() throws IOException {
        try (MillraceProcess guest = serve(); SlowRequest request = SlowRequest.to(address(owner))) {
            assertThat(new Http(address(guest), apiToken).get("/api/me").status()).isEqualTo(200);
            Path announcement = FOLDER.secrets().resolve("server-" + owner.pid() + ".json");

            signal(owner);
            await().until(() -> !Files.exists(announcement));
            assertThat(request.finish()).as("what was running ends well").startsWith("HTTP/1.1 201");

            assertThat(owner.exitCode()).as(owner.errors()).isZero();

            assertThat(guest.exitCode()).isEqualTo(1);
            assertThat(guest.errors()).contains(
                    "millrace: The embedded servers are gone, since process %d that owned them has ended; start this one again and it will own them."
                            .formatted(owner.pid()))
                    .doesNotContain("\tat ");
        }
        assertThat(Orphans.in(FOLDER.postgres())).isEmpty();
        assertThat(Orphans.in(FOLDER.redis())).isEmpty();
    }

    private static MillraceProcess serve() {
        return MillraceProcess.start(Map.of(), FOLDER.root(), "serve", "--port", "0", "--data-dir",
                FOLDER.root().toString());
    }

    private static URI address(MillraceProcess process) {
        Matcher line = ADDRESS.matcher(process.awaitLine("listens on"));
        assertThat(line.find()).isTrue();
        return URI.create(line.group(1));
    }

    private static String lastWord(String line) {
        return line.substring(line.lastIndexOf(' ') + 1);
    }

    private static MillraceProcess command(String... arguments) {
        MillraceProcess process = MillraceProcess.run(Map.of("MILLRACE_DATA_DIR", FOLDER.root().toString()),
                FOLDER.root(), arguments);
        assertThat(process.exitCode()).as(process.errors()).isZero();
        return process;
    }

    private static void signal(MillraceProcess process) {
        ProcessHandle.of(process.pid()).orElseThrow().destroy();
    }

    /** A request that the server has begun to work on and whose body comes when the test wants it, or never. */
    private record SlowRequest(Socket socket, BufferedReader answer) implements AutoCloseable {
        static SlowRequest to(URI address) throws IOException {
            Socket socket = new Socket(address.getHost(), address.getPort());
            SlowRequest request = new SlowRequest(socket,
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)));
            request.send("""
                    POST /api/tokens HTTP/1.1
                    Host: %s
                    Authorization: Bearer %s
                    Content-Type: application/json
                    Content-Length: 100
                    Expect: 100-continue

                    """.formatted(address.getAuthority(), apiToken).replace("\n", "\r\n"));
            assertThat(request.answer.readLine()).startsWith("HTTP/1.1 100");
            assertThat(request.answer.readLine()).isEmpty();
            return request;
        }

        /** Sends the body; the first line of the answer. */
        String finish() throws IOException {
            send("%-100s".formatted("{\"name\": \"made at the last moment\"}"));
            return answer.readLine();
        }

        private void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
