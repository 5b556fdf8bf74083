package dev.millrace.runtime;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ProxyRulesTests {
    @ParameterizedTest
    @ValueSource(strings = {"HTTPS_PROXY", "https_proxy"})
    void eitherCaseNamesTheProxy(String name) {
        ProxyRules rules = ProxyRules.of(Map.of(name, "http://proxy.example:3128"));

        assertThat(proxyFor(rules, "https://api.github.com/")).isEqualTo("proxy.example:3128");
        assertThat(proxyFor(rules, "http://api.github.com/")).isEqualTo("none");
    }

    @Test
    void eachSchemeHasItsOwnProxy() {
        ProxyRules rules = ProxyRules
                .of(Map.of("HTTPS_PROXY", "secure.example:1", "HTTP_PROXY", "http://plain.example"));

        assertThat(proxyFor(rules, "https://api.github.com/")).isEqualTo("secure.example:1");
        assertThat(proxyFor(rules, "http://api.github.com/")).isEqualTo("plain.example:80");
    }

    @Test
    void withoutSettingsThereIsNoProxy() {
        ProxyRules rules = ProxyRules.of(Map.of("HTTPS_PROXY", " ", "NO_PROXY", "*"));

        assertThat(proxyFor(rules, "https://api.github.com/")).isEqualTo("none");
        assertThat(rules.needsPassword()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "*|https://api.github.com/|none",
            "github.com|https://github.com/|none",
            "github.com|https://api.github.com/|none",
            ".github.com|https://api.github.com/|none",
            "*.github.com|https://api.github.com/|none",
            "GitHub.com|https://API.GITHUB.COM/|none",
            "localhost, github.com ,x|https://github.com/|none",
            "github.com|https://notgithub.com/|proxy.example:3128",
            "api.github.com|https://github.com/|proxy.example:3128",
            "github.com:8443|https://github.com:8443/|none",
            "github.com:8443|https://github.com/|proxy.example:3128",
            "github.com:443|https://github.com/|none",
            "127.0.0.1|https://127.0.0.1:9000/|none",
            "::1|https://[::1]:9000/|none",
            "[::1]|https://[::1]:9000/|none",
            "''|https://github.com/|proxy.example:3128"})
    void exceptionsAreUnderstoodAsCurlDoes(String noProxy, String target, String expected) {
        ProxyRules upper = ProxyRules.of(Map.of("HTTPS_PROXY", "http://proxy.example:3128", "NO_PROXY", noProxy));
        ProxyRules lower = ProxyRules.of(Map.of("HTTPS_PROXY", "http://proxy.example:3128", "no_proxy", noProxy));

        assertThat(proxyFor(upper, target)).isEqualTo(expected);
        assertThat(proxyFor(lower, target)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"ann:s3cret,ann,s3cret", "ann:p%40ss%3Aword,ann,p@ss:word", "a%3An:pass,a:n,pass", "ann,ann,''"})
    void thePasswordOfTheProxyGoesToThatProxyOnly(String userInfo, String user, String password) {
        ProxyRules rules = ProxyRules.of(Map.of("HTTPS_PROXY", "http://%s@proxy.example:3128".formatted(userInfo)));

        assertThat(rules.needsPassword()).isTrue();
        assertThat(rules.password("proxy.example", 3128)).isNotNull().satisfies(known -> {
            assertThat(known.getUserName()).isEqualTo(user);
            assertThat(new String(known.getPassword())).isEqualTo(password);
        });
        assertThat(rules.password("proxy.example", 3129)).isNull();
        assertThat(rules.password("other.example", 3128)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://ann:s3cret@", "http://ann:s3cret proxy", "ann:s3cret@host:port:x"})
    void whatIsNoAddressIsNamedWithoutThePassword(String value) {
        assertThatExceptionOfType(CannotStart.class).isThrownBy(() -> ProxyRules.of(Map.of("HTTPS_PROXY", value)))
                .withMessageContaining("HTTPS_PROXY is not a proxy's address").withNoCause();
    }

    private static String proxyFor(ProxyRules rules, String target) {
        Proxy proxy = rules.select(URI.create(target)).getFirst();
        return proxy.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : "none";
    }
}
