package dev.millrace.runtime;

import dev.millrace.testing.TlsServer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Certificates of outgoing requests; {@code ProxyProcessTests} has the proxies, whose settings belong to a whole JVM. */
class OutgoingHttpTests {
    @TempDir
    static Path folder;

    private static TlsServer server;

    @BeforeAll
    static void start() throws Exception {
        server = TlsServer.start(folder, "hello");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void anOwnCertificateIsTrustedWhereItIsNamed() throws Exception {
        assertThat(ask(Optional.of(server.certificate()))).isEqualTo("hello");
    }

    @Test
    void aCertificateThatNobodyNamedIsRefused() {
        assertThatExceptionOfType(SSLHandshakeException.class).isThrownBy(() -> ask(Optional.empty()));
    }

    @Test
    void aFileWithoutCertificatesIsNamed() throws IOException {
        Path text = Files.writeString(folder.resolve("text.pem"), "not a certificate");
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");

        for (Path file : new Path[]{text, empty, folder.resolve("missing.pem")}) {
            assertThatExceptionOfType(CannotStart.class)
                    .isThrownBy(() -> OutgoingHttp.client(Map.of(), Optional.of(file)))
                    .withMessageContainingAll(file.toString(), "MILLRACE_CA_FILE", "PEM");
        }
    }

    private static String ask(Optional<Path> caFile) throws IOException, InterruptedException {
        try (var client = OutgoingHttp.client(Map.of(), caFile)) {
            return client.send(HttpRequest.newBuilder(server.url()).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
