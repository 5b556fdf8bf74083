package dev.millrace.api;

import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Whatever an API controller throws leaves as a problem document. */
@RestControllerAdvice(annotations = RestController.class)
class ProblemAdvice {
    private final ProblemAnswers answers;

    ProblemAdvice(ProblemAnswers answers) {
        this.answers = answers;
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<ProblemDocument> handle(Exception thrown, HttpServletResponse response) {
        ApiProblem problem = Problems.of(thrown);
        // Half an answer is on its way already; a second one behind it would only confuse.
        return response.isCommitted() ? null : answers.entity(problem);
    }
}
