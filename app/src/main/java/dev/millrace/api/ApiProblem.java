package dev.millrace.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A failure on its way to the client. The message is one sentence that says what is wrong and what to do. */
public final class ApiProblem extends RuntimeException {
    /** A field of the request that is not valid, and why. */
    public record Field(String field, String message) {}

    private final Problem problem;
    private final List<Field> fields;
    private final @Nullable Duration retryAfter;

    private ApiProblem(Problem problem, String sentence, List<Field> fields, @Nullable Duration retryAfter) {
        super(sentence);
        this.problem = problem;
        this.fields = fields;
        this.retryAfter = retryAfter;
    }

    public static ApiProblem of(Problem problem, String sentence) {
        return new ApiProblem(problem, sentence, List.of(), null);
    }

    public static ApiProblem ofField(String field, String message) {
        return ofFields(List.of(new Field(field, message)));
    }

    public static ApiProblem ofFields(List<Field> fields) {
        String named = String.join("; ", fields.stream().map(field -> field.field() + " " + field.message()).toList());
        return new ApiProblem(Problem.INVALID_FIELD, "Mend what is named and send it again: " + named + ".", fields,
                null);
    }

    public static ApiProblem tooManyRequests(String sentence, Duration retryAfter) {
        return new ApiProblem(Problem.TOO_MANY_REQUESTS, sentence, List.of(), retryAfter);
    }

    public Problem problem() {
        return problem;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }

    public List<Field> fields() {
        return fields;
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
