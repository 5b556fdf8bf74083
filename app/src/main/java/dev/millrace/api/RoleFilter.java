package dev.millrace.api;

import dev.millrace.runtime.MillraceSettings;
import dev.millrace.runtime.Role;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** A process without the role {@code api} answers for its health and metrics only. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class RoleFilter extends OncePerRequestFilter {
    private final MillraceSettings settings;
    private final ProblemAnswers answers;

    RoleFilter(MillraceSettings settings, ProblemAnswers answers) {
        this.settings = settings;
        this.answers = answers;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return settings.has(Role.API) || request.getRequestURI().startsWith("/actuator");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        answers.write(
                ApiProblem.of(Problem.NOT_FOUND,
                        "This process does not have the role 'api'; ask one that has, or start it with --roles api."),
                request, response);
    }
}
