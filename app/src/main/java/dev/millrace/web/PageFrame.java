package dev.millrace.web;

import dev.millrace.access.Caller;
import dev.millrace.api.ApiProblem;
import dev.millrace.api.ProblemAnswers;
import dev.millrace.api.Problems;
import dev.millrace.runtime.Release;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.ModelAndView;

/** What every page has: who is signed in, where in the menu it stands, and a way to fail with a sentence. */
@ControllerAdvice(basePackageClasses = PageFrame.class)
class PageFrame {
    @ModelAttribute("caller")
    @Nullable
    Caller caller(HttpServletRequest request) {
        return Caller.of(request).orElse(null);
    }

    @ModelAttribute("path")
    String path(HttpServletRequest request) {
        return request.getRequestURI();
    }

    @ModelAttribute("version")
    String version() {
        return Release.version();
    }

    /** Read here, before any output, because a token that is new must still set its cookie. */
    @ModelAttribute("csrf")
    String csrf(HttpServletRequest request) {
        // A failure may have no page at all, or come from before there was a token; page() sees to those.
        return request.getDispatcherType() == DispatcherType.ERROR ? "" : csrfToken(request);
    }

    @ExceptionHandler
    ModelAndView failed(Exception thrown, HttpServletRequest request, HttpServletResponse response) {
        return page(Problems.of(thrown), request, response);
    }

    /** The page that says what went wrong. */
    ModelAndView page(ApiProblem problem, HttpServletRequest request, HttpServletResponse response) {
        ProblemAnswers.begin(problem, response);
        if (request.getHeader("HX-Request") != null) {
            // The part that was asked for is not on this page; show its content as a whole.
            response.setHeader("HX-Retarget", "#content");
            response.setHeader("HX-Reselect", "#content");
            response.setHeader("HX-Reswap", "outerHTML");
        }
        ModelAndView page = new ModelAndView("failed");
        page.addObject("problem", problem);
        page.addObject("caller", caller(request));
        page.addObject("path", path(request));
        page.addObject("version", version());
        page.addObject("csrf", csrfToken(request));
        page.addObject("requestId", response.getHeader("X-Request-Id"));
        return page;
    }

    private static String csrfToken(HttpServletRequest request) {
        return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken csrf ? csrf.getToken() : "";
    }
}
