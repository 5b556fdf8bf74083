package dev.millrace.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.millrace.api.ApiProblem.Field;
import dev.millrace.runtime.LogContext;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A failure as {@code application/problem+json} (RFC 9457).
 *
 * @param type a name for this kind of failure, not an address to visit
 * @param code the same, short; see {@link Problem}
 * @param detail one sentence that says what to do
 * @param fields the fields that are not valid, if that is the problem
 * @param requestId to find the request in the log
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProblemDocument(String type, String title, int status, String detail, String code, List<Field> fields,
        @Nullable String requestId) {
    static ProblemDocument of(ApiProblem problem) {
        Problem kind = problem.problem();
        return new ProblemDocument("urn:millrace:problem:" + kind.code(), kind.title(), kind.status().value(),
                problem.sentence(), kind.code(),
                problem.fields(), MDC.get(LogContext.REQUEST_ID));
    }
}
