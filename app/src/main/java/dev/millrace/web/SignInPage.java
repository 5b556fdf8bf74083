package dev.millrace.web;

import dev.millrace.access.SessionCookie;
import dev.millrace.access.SignIn;
import dev.millrace.api.ApiProblem;
import dev.millrace.api.ProblemAnswers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Comes in and goes out. */
@Controller
class SignInPage {
    private final SignIn signIn;

    SignInPage(SignIn signIn) {
        this.signIn = signIn;
    }

    @GetMapping("/sign-in")
    String show(@RequestParam(required = false) @Nullable String to, Model model) {
        model.addAttribute("to", safe(to));
        return "sign-in/sign-in";
    }

    @PostMapping("/sign-in")
    String withPassword(@RequestParam String name, @RequestParam String password,
            @RequestParam(required = false) @Nullable String to,
            Model model, HttpServletRequest request, HttpServletResponse response) {
        model.addAttribute("name", name);
        return enter(() -> signIn.withPassword(name, password, request.getRemoteAddr()), to, model, request, response);
    }

    @PostMapping("/sign-in/token")
    String withApiToken(@RequestParam String apiToken, @RequestParam(required = false) @Nullable String to,
            Model model, HttpServletRequest request, HttpServletResponse response) {
        return enter(() -> signIn.withApiToken(apiToken, request.getRemoteAddr()), to, model, request, response);
    }

    /** Asks first: whatever previews the links in a message opens them all, and must neither spend one nor get in. */
    @GetMapping("/sign-in/link/{code}")
    String showLink(@PathVariable String code, Model model, HttpServletRequest request, HttpServletResponse response) {
        try {
            model.addAttribute("name", signIn.nameBehindLink(code, request.getRemoteAddr()));
            model.addAttribute("code", code);
            return "sign-in/link";
        } catch (ApiProblem problem) {
            return askAgain(problem, null, model, response);
        }
    }

    @PostMapping("/sign-in/link/{code}")
    String withLink(@PathVariable String code, Model model, HttpServletRequest request, HttpServletResponse response) {
        return enter(() -> signIn.withLink(code, request.getRemoteAddr()), null, model, request, response);
    }

    @PostMapping("/sign-out")
    String signOut(HttpServletRequest request, HttpServletResponse response) {
        SessionCookie.read(request).ifPresent(signIn::end);
        SessionCookie.clear(request, response);
        return "redirect:/sign-in";
    }

    private String enter(Supplier<String> way, @Nullable String to, Model model, HttpServletRequest request,
            HttpServletResponse response) {
        try {
            String session = way.get();
            SessionCookie.read(request).ifPresent(signIn::end);
            SessionCookie.write(request, response, session);
            return "redirect:" + safe(to);
        } catch (ApiProblem problem) {
            return askAgain(problem, to, model, response);
        }
    }

    private String askAgain(ApiProblem problem, @Nullable String to, Model model, HttpServletResponse response) {
        ProblemAnswers.begin(problem, response);
        model.addAttribute("problem", problem.sentence());
        return show(to, model);
    }

    /** Only an address of our own: a link to the sign-in page must not lead elsewhere afterwards. */
    private static String safe(@Nullable String to) {
        if (to == null) {
            return "/";
        }
        boolean isOwn = to.startsWith("/") && !to.startsWith("//")
                && to.chars().allMatch(c -> c > ' ' && c < 127 && "\\{}".indexOf(c) < 0);
        return isOwn ? to : "/";
    }
}
