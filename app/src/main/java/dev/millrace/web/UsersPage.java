package dev.millrace.web;

import dev.millrace.access.Caller;
import dev.millrace.access.SignInLinks;
import dev.millrace.access.SignedIn;
import dev.millrace.access.User;
import dev.millrace.access.UserRole;
import dev.millrace.access.Users;
import dev.millrace.api.ApiProblem;
import dev.millrace.api.Listing;
import dev.millrace.api.ProblemAnswers;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Who has an account; for administrators. */
@Controller
class UsersPage {
    private final Users users;
    private final SignInLinks links;

    UsersPage(Users users, SignInLinks links) {
        this.users = users;
        this.links = links;
    }

    @GetMapping("/users")
    String show(@SignedIn Caller caller, @RequestParam(required = false) @Nullable String after, Model model) {
        caller.requireAdministrator();
        model.addAttribute("users", users.list(after, Listing.USUAL));
        return "users/users";
    }

    @PostMapping("/users")
    String add(@SignedIn Caller caller, @RequestParam String name, @RequestParam UserRole role, Model model,
            HttpServletResponse response) {
        return change(caller, model, response, () -> {
            User user = users.add(name, role, null);
            model.addAttribute("link", links.make(user.id()));
            return "%s is added. Hand over this link; it signs them in once, within a day:".formatted(user.name());
        });
    }

    @PostMapping("/users/{id}/link")
    String link(@SignedIn Caller caller, @PathVariable long id, Model model, HttpServletResponse response) {
        return change(caller, model, response, () -> {
            model.addAttribute("link", links.make(id));
            return "This link signs %s in once, within a day:".formatted(users.require(id).name());
        });
    }

    @PostMapping("/users/{id}/role")
    String role(@SignedIn Caller caller, @PathVariable long id, @RequestParam UserRole role, Model model,
            HttpServletResponse response) {
        return change(caller, model, response,
                () -> "%s is now %s.".formatted(users.change(id, role, null, null).name(), Labels.of(role)));
    }

    @PostMapping("/users/{id}/disabled")
    String disabled(@SignedIn Caller caller, @PathVariable long id, @RequestParam boolean disabled, Model model,
            HttpServletResponse response) {
        return change(caller, model, response,
                () -> disabled
                        ? "%s can no longer sign in; their sessions have ended."
                                .formatted(users.change(id, null, true, null).name())
                        : "%s can sign in again.".formatted(users.change(id, null, false, null).name()));
    }

    private String change(Caller caller, Model model, HttpServletResponse response, Supplier<String> work) {
        caller.requireAdministrator();
        try {
            model.addAttribute("done", work.get());
        } catch (ApiProblem problem) {
            ProblemAnswers.begin(problem, response);
            model.addAttribute("problem", problem.sentence());
        }
        return show(caller, null, model);
    }
}
