package dev.millrace.web;

import dev.millrace.access.Caller;
import dev.millrace.access.OwnPassword;
import dev.millrace.access.SessionCookie;
import dev.millrace.access.SignedIn;
import dev.millrace.access.Users;
import dev.millrace.api.ApiProblem;
import dev.millrace.api.ProblemAnswers;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The caller's own account. */
@Controller
class AccountPage {
    private final Users users;
    private final OwnPassword ownPassword;

    AccountPage(Users users, OwnPassword ownPassword) {
        this.users = users;
        this.ownPassword = ownPassword;
    }

    @GetMapping("/account")
    String show(@SignedIn Caller caller, Model model) {
        model.addAttribute("user", users.require(caller.userId()));
        return "account/account";
    }

    @PostMapping("/account/password")
    String setPassword(@SignedIn Caller caller, @RequestParam(required = false) @Nullable String currentPassword,
            @RequestParam String password, Model model, HttpServletRequest request,
            HttpServletResponse response) {
        try {
            ownPassword.change(caller, currentPassword, password, SessionCookie.read(request).orElse(null));
            model.addAttribute("done", "The password is set. Other browsers are signed out.");
        } catch (ApiProblem problem) {
            ProblemAnswers.begin(problem, response);
            model.addAttribute("problem", problem.sentence());
        }
        return show(caller, model);
    }
}
