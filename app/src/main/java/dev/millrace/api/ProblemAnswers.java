package dev.millrace.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Gives a problem the form in which it leaves. */
@Component
public class ProblemAnswers {
    private static final String REFUSED = "dev.millrace.refused";

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
        retryAfter(problem).ifPresent(seconds -> headers.set(HttpHeaders.RETRY_AFTER, seconds));
        return ResponseEntity.status(problem.problem().status()).headers(headers).body(ProblemDocument.of(problem));
    }

    /** What an answer of any form says before its content: the status, and when to come again. */
    public static void begin(ApiProblem problem, HttpServletResponse response) {
        response.setStatus(problem.problem().status().value());
        retryAfter(problem).ifPresent(seconds -> response.setHeader(HttpHeaders.RETRY_AFTER, seconds));
    }

    private static Optional<String> retryAfter(ApiProblem problem) {
        return problem.retryAfter().map(wait -> Long.toString(Math.max(1, wait.toSeconds())));
    }

    /** For filters, which run before any controller: a document for a program, the failure page for a person. */
    public void refuse(ApiProblem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (isForPrograms(request.getRequestURI())) {
            write(problem, request, response);
        } else {
            request.setAttribute(REFUSED, problem);
            response.sendError(problem.problem().status().value());
        }
    }

    /** What a filter refused, for the failure page. */
    public static Optional<ApiProblem> refused(HttpServletRequest request) {
        return request.getAttribute(REFUSED) instanceof ApiProblem problem ? Optional.of(problem) : Optional.empty();
    }

    public void write(ApiProblem problem, HttpServletRequest request, HttpServletResponse response) throws IOException {
        begin(problem, response);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        if (!"HEAD".equals(request.getMethod())) {
            json.writeValue(response.getOutputStream(), ProblemDocument.of(problem));
        }
    }
}
