package dev.millrace.testing;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A server on loopback with a certificate that nobody knows; it answers everything with one text. */
public final class TlsServer implements AutoCloseable {
    private static final char[] PASSWORD = "password".toCharArray();

    private final HttpsServer server;
    private final Path certificate;

    private TlsServer(HttpsServer server, Path certificate) {
        this.server = server;
        this.certificate = certificate;
    }

    public static TlsServer start(Path folder, String answer) throws Exception {
        Path keys = folder.resolve("keys.p12");
        keytool("-genkeypair", "-alias", "own", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
                "san=dns:localhost,ip:127.0.0.1", "-validity", "2", "-storetype", "PKCS12", "-keystore",
                keys.toString(), "-storepass", new String(PASSWORD));
        Path certificate = folder.resolve("own-ca.pem");
        keytool("-exportcert", "-rfc", "-alias", "own", "-keystore", keys.toString(), "-storepass",
                new String(PASSWORD), "-file", certificate.toString());
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return new TlsServer(server, certificate);
    }

    public URI url() {
        return URI.create("https://localhost:" + server.getAddress().getPort());
    }

    /** The certificate in PEM form, for those who want to trust it. */
    public Path certificate() {
        return certificate;
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    private static SSLContext context(Path keys) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
