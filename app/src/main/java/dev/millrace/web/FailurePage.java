package dev.millrace.web;

import dev.millrace.api.ApiProblem;
import dev.millrace.api.ProblemAnswers;
import dev.millrace.api.Problems;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

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
        boolean wantsPage = String.valueOf(request.getHeader("Accept")).contains("text/html");
        if (!wantsPage || ProblemAnswers.isForPrograms(String.valueOf(path))) {
            return answers.entity(problem);
        }
        return frame.page(problem, request, response);
    }

    private static ApiProblem problem(HttpServletRequest request) {
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Exception thrown) {
            return Problems.of(thrown);
        }
        return Problems.ofStatus(
                request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status ? status : 404);
    }
}
