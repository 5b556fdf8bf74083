package dev.millrace.cli;

import dev.millrace.testing.ConnectProxy;
import dev.millrace.testing.MillraceProcess;
import dev.millrace.testing.TlsServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands that reach a server elsewhere, through the proxy of an enterprise with a certificate of its own. */
class ProxyProcessTests {
    @TempDir
    Path folder;

    private TlsServer server;
    private ConnectProxy proxy;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void start() throws Exception {
        server = TlsServer.start(folder, "{\"items\": [], \"next\": null}");
        proxy = ConnectProxy.start("ann:p@ss");
        environment.putAll(Map.of("MILLRACE_URL", server.url().toString(), "MILLRACE_TOKEN", "mr_token",
                "MILLRACE_CA_FILE", server.certificate().toString(),
                "HTTPS_PROXY", "http://ann:p%%40ss@127.0.0.1:%d".formatted(proxy.port()), "NO_PROXY", ""));
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void theProxyIsUsedWithItsPasswordUnlessTheTargetIsAnException() {
        MillraceProcess through = listTokens();
        assertThat(through.exitCode()).as(through.errors()).isZero();
        assertThat(proxy.tunnels()).containsExactly(server.url().getAuthority());

        environment.put("NO_PROXY", "localhost");
        MillraceProcess around = listTokens();
        assertThat(around.exitCode()).as(around.errors()).isZero();
        assertThat(proxy.tunnels()).hasSize(1);
    }

    @Test
    void aWrongPasswordOrAnUnknownCertificateIsSaidInOneSentence() {
        environment.remove("MILLRACE_CA_FILE");
        MillraceProcess unknown = listTokens();
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.errors()).hasLineCount(1).contains("does not answer");

        environment.put("HTTPS_PROXY", "http://ann:wr0ng@127.0.0.1:" + proxy.port());
        MillraceProcess wrong = listTokens();
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.errors()).hasLineCount(1).doesNotContain("wr0ng");
    }

    private MillraceProcess listTokens() {
        return MillraceProcess.run(environment, folder, "token", "list");
    }
}
