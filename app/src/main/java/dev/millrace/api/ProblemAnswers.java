package dev.millrace.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Gives a problem the form in which it leaves. */
@Component
public class ProblemAnswers {
    private final JsonMapper json;

    ProblemAnswers(JsonMapper json) {
        this.json = json;
    }

    /** Whether the caller is a program: everything under these paths speaks JSON, whatever the Accept header says. */
    public static boolean isForPrograms(String path) {
        return path.startsWith("/api/") || path.equals("/api") || path.startsWith("/actuator")
                || path.startsWith("/webhooks/");
    }

    public ResponseEntity<ProblemDocument> entity(ApiProblem problem) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        problem.retryAfter()
                .ifPresent(wait -> headers.set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, wait.toSeconds()))));
        return ResponseEntity.status(problem.problem().status()).headers(headers).body(ProblemDocument.of(problem));
    }

    /** For filters, which run before any controller. */
    public void write(ApiProblem problem, HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(problem.problem().status().value());
        problem.retryAfter().ifPresent(
                wait -> response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, wait.toSeconds()))));
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        if (!"HEAD".equals(request.getMethod())) {
            json.writeValue(response.getOutputStream(), ProblemDocument.of(problem));
        }
    }
}
