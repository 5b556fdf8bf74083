package dev.millrace.web;

import dev.millrace.api.ApiProblem;
import dev.millrace.api.ProblemAnswers;
import dev.millrace.api.Problems;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.DispatcherServlet;

/** Failures that no controller saw, such as an unknown address: a problem document for programs, a page for people. */
@Controller
class FailurePage implements ErrorController {
    private final ProblemAnswers answers;
    private final PageFrame frame;

    FailurePage(ProblemAnswers answers, PageFrame frame) {
        this.answers = answers;
        this.frame = frame;
    }

    @RequestMapping("/error")
    Object failed(HttpServletRequest request, HttpServletResponse response) {
        ApiProblem problem = problem(request);
        Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        boolean wantsPage = String.valueOf(request.getHeader("Accept")).contains("text/html")
                || request.getHeader("HX-Request") != null;
        if (!wantsPage || ProblemAnswers.isForPrograms(String.valueOf(path))) {
            return answers.entity(problem);
        }
        return frame.page(problem, request, response);
    }

    private static ApiProblem problem(HttpServletRequest request) {
        return ProblemAnswers.refused(request).or(() -> thrown(request)).orElseGet(() -> Problems.ofStatus(
                request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status ? status : 404));
    }

    /** Thrown past all controllers, or before one was found. */
    private static Optional<ApiProblem> thrown(HttpServletRequest request) {
        return Stream.of(RequestDispatcher.ERROR_EXCEPTION, DispatcherServlet.EXCEPTION_ATTRIBUTE)
                .map(request::getAttribute).filter(Exception.class::isInstance).map(Exception.class::cast).findFirst()
                .map(Problems::of);
    }
}
