package dev.millrace.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Makes the HTTP clients for everything that goes out: through the proxy of the environment, trusting an own CA too. */
public final class OutgoingHttp {
    static {
        // The JDK refuses a proxy's password on its way to https by default; the proxy of an enterprise often asks for one.
        if (System.getProperty("jdk.http.auth.tunneling.disabledSchemes") == null) {
            System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        }
    }

    private OutgoingHttp() {}

    /**
     * A client that does not follow redirects: the caller knows whether a new address is to be trusted.
     *
     * @param environment with {@code HTTPS_PROXY}, {@code HTTP_PROXY} and {@code NO_PROXY}, in either case
     */
    public static HttpClient client(Map<String, String> environment, Optional<Path> caFile) {
        ProxyRules proxies = ProxyRules.of(environment);
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10))
                .followRedirects(HttpClient.Redirect.NEVER).proxy(proxies);
        if (proxies.needsPassword()) {
            client.authenticator(new ProxyPassword(proxies));
        }
        caFile.ifPresent(file -> client.sslContext(trustingAlso(file)));
        return client.build();
    }

    private static final class ProxyPassword extends Authenticator {
        private final ProxyRules proxies;

        ProxyPassword(ProxyRules proxies) {
            this.proxies = proxies;
        }

        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            return getRequestorType() == RequestorType.PROXY
                    ? proxies.password(getRequestingHost(), getRequestingPort())
                    : null;
        }
    }

    private static SSLContext trustingAlso(Path caFile) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate known : systemCertificates()) {
                store.setCertificateEntry("system-" + number++, known);
            }
            for (Certificate own : read(caFile)) {
                store.setCertificateEntry("own-" + number++, own);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trustManagers(store), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new CannotStart(
                    "The certificates in %s (MILLRACE_CA_FILE) cannot be read: %s. The file must hold certificates in PEM form."
                            .formatted(caFile, e.getMessage()),
                    e);
        }
    }

    private static Iterable<? extends Certificate> read(Path caFile) throws IOException, CertificateException {
        try (InputStream in = Files.newInputStream(caFile)) {
            var certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new CertificateException("it holds no certificate");
            }
            return certificates;
        }
    }

    private static Iterable<X509Certificate> systemCertificates() throws GeneralSecurityException {
        return Arrays.stream(trustManagers(null)).filter(X509TrustManager.class::isInstance)
                .map(X509TrustManager.class::cast)
                .flatMap(manager -> Arrays.stream(manager.getAcceptedIssuers())).toList();
    }

    private static TrustManager[] trustManagers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
