package dev.millrace.access;

import dev.millrace.api.ProblemAnswers;
import dev.millrace.api.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.web.filter.OncePerRequestFilter;

/** Finds out who calls: by API token if one was sent, else by the session's cookie. A wrong token is not forgiven by a cookie. */
class CallerFilter extends OncePerRequestFilter {
    private static final String SCHEME = "bearer ";

    private final ApiTokens apiTokens;
    private final LocalToken localToken;
    private final SignIn signIn;
    private final ProblemAnswers answers;

    CallerFilter(ApiTokens apiTokens, LocalToken localToken, SignIn signIn, ProblemAnswers answers) {
        this.apiTokens = apiTokens;
        this.localToken = localToken;
        this.signIn = signIn;
        this.answers = answers;
    }

    /** Health must be told also while the database, and with it every token, is out of reach. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/actuator/health") || request.getRequestURI().startsWith("/assets/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            find(request).ifPresent(caller -> {
                caller.attachTo(request);
                SecurityContextHolder.getContext()
                        .setAuthentication(new PreAuthenticatedAuthenticationToken(caller, "", List.of()));
            });
        } catch (DataAccessException e) {
            answers.refuse(Problems.of(e), request, response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }

    private Optional<Caller> find(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null) {
            return SessionCookie.read(request).flatMap(signIn::findCaller);
        }
        if (!header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return Optional.empty();
        }
        String text = header.substring(SCHEME.length()).strip();
        return localToken.findCaller(text).or(() -> apiTokens.findCaller(text));
    }
}
