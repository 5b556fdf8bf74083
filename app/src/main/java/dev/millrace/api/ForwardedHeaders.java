package dev.millrace.api;

import dev.millrace.runtime.MillraceSettings;
import org.apache.catalina.valves.RemoteIpValve;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Believes what a proxy says of the caller's address and of https, if there is a proxy: with a public URL.
 *
 * <p>Without one, whoever shares the network could name any address as theirs and so escape the limit on sign-ins. Even
 * with one, only a neighbour at a private address is believed.
 */
@Component
class ForwardedHeaders implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {
    private final MillraceSettings settings;

    ForwardedHeaders(MillraceSettings settings) {
        this.settings = settings;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        if (settings.publicUrl().filter(url -> !url.toString().isBlank()).isPresent()) {
            factory.addEngineValves(new RemoteIpValve());
        }
    }
}
