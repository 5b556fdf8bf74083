package dev.millrace.web;

import dev.millrace.access.ApiTokens;
import dev.millrace.access.Caller;
import dev.millrace.access.SignedIn;
import dev.millrace.access.TokenScope;
import dev.millrace.api.ApiProblem;
import dev.millrace.api.Listing;
import dev.millrace.api.ProblemAnswers;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The caller's own API tokens. */
@Controller
class TokensPage {
    private final ApiTokens apiTokens;

    TokensPage(ApiTokens apiTokens) {
        this.apiTokens = apiTokens;
    }

    @GetMapping("/tokens")
    String show(@SignedIn Caller caller, @RequestParam(required = false) @Nullable String after, Model model) {
        model.addAttribute("tokens", apiTokens.list(caller.userId(), after, Listing.USUAL));
        return "tokens/tokens";
    }

    @PostMapping("/tokens")
    String make(@SignedIn Caller caller, @RequestParam String name, @RequestParam TokenScope scope,
            @RequestParam(required = false) @Nullable Integer days,
            Model model, HttpServletResponse response) {
        try {
            model.addAttribute("made",
                    apiTokens.make(caller.userId(), name, scope, days == null ? null : Duration.ofDays(days)));
        } catch (ApiProblem problem) {
            ProblemAnswers.begin(problem, response);
            model.addAttribute("problem", problem.sentence());
        }
        return show(caller, null, model);
    }

    @PostMapping("/tokens/{id}/revoke")
    String revoke(@SignedIn Caller caller, @PathVariable long id, Model model) {
        model.addAttribute("done", "The token “%s” is revoked.".formatted(apiTokens.revoke(caller, id).name()));
        return show(caller, null, model);
    }
}
