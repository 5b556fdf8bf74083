package dev.millrace.api;

import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** What the container refuses before any filter sees it, such as a path with odd characters, is a problem like any other. */
@Component
class ContainerRefusals implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(Report.class.getName());
            }
        });
    }

    /** Made by Tomcat, by its name. */
    public static final class Report extends ErrorReportValve {
        @Override
        protected void report(Request request, Response response, @Nullable Throwable thrown) {
            if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
                return;
            }
            ApiProblem problem = Problems.ofStatus(response.getStatus());
            try {
                ProblemAnswers.begin(problem, response);
                response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
                response.setCharacterEncoding("UTF-8");
                Writer out = response.getReporter();
                if (out != null) {
                    out.write(JsonMapper.shared().writeValueAsString(ProblemDocument.of(problem)));
                    response.finishResponse();
                }
            } catch (IOException | IllegalStateException e) {
                container.getLogger().debug("A refusal could not be sent; the client is gone", e);
            }
        }
    }
}
