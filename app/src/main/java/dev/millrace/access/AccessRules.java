package dev.millrace.access;

import dev.millrace.api.ApiProblem;
import dev.millrace.api.Problem;
import dev.millrace.api.ProblemAnswers;
import dev.millrace.api.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/** Which request may pass, and with which headers an answer leaves. */
@Configuration(proxyBeanMethods = false)
class AccessRules {
    /** No inline script or style, nothing from any other host. */
    private static final String CONTENT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'";
    private static final String METRICS = "/actuator/prometheus";
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final String[] OPEN_TO_ALL = {"/sign-in", "/sign-in/**", "/assets/**", "/webjars/**", "/favicon.ico",
            "/api/openapi.json", "/actuator/health",
            "/actuator/health/**", "/error"};

    private final AccessSettings settings;
    private final ProblemAnswers answers;

    AccessRules(AccessSettings settings, ProblemAnswers answers) {
        this.settings = settings;
        this.answers = answers;
    }

    @Bean
    SecurityFilterChain filterChain(HttpSecurity http, ApiTokens apiTokens, LocalToken localToken, SignIn signIn) {
        return http
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .formLogin(AbstractHttpConfigurer::disable).httpBasic(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable).requestCache(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                .csrf(csrf -> csrf.csrfTokenRepository(csrfCookie())
                        .csrfTokenRequestHandler(new CsrfTokenBeforeUpload())
                        .requireCsrfProtectionMatcher(AccessRules::needsCsrfToken))
                .addFilterBefore(new CallerFilter(apiTokens, localToken, signIn, answers), AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests
                        .requestMatchers(OPEN_TO_ALL).permitAll()
                        .requestMatchers(METRICS).access(this::mayReadMetrics)
                        .anyRequest().access(AccessRules::mayPass))
                .exceptionHandling(failures -> failures.authenticationEntryPoint(this::askToSignIn)
                        .accessDeniedHandler(this::refuse))
                .headers(headers -> headers
                        .contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT_POLICY))
                        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER))
                        .permissionsPolicyHeader(policy -> policy.policy("camera=(), microphone=(), geolocation=()")))
                .build();
    }

    @Bean
    RequestRejectedHandler requestRejectedHandler() {
        return (request, response, _) -> answers.write(Problems.ofStatus(400), request, response);
    }

    private static CookieCsrfTokenRepository csrfCookie() {
        CookieCsrfTokenRepository repository = new CookieCsrfTokenRepository();
        repository.setCookieCustomizer(cookie -> cookie.sameSite("Lax").httpOnly(true));
        return repository;
    }

    /** A request with an API token cannot be forged by another site: no browser adds that header by itself. */
    private static boolean needsCsrfToken(HttpServletRequest request) {
        return !READING.contains(request.getMethod()) && request.getHeader(HttpHeaders.AUTHORIZATION) == null;
    }

    private static AuthorizationDecision mayPass(Supplier<? extends @Nullable Authentication> who,
            RequestAuthorizationContext context) {
        return new AuthorizationDecision(caller(who).filter(caller -> switch (caller.scope()) {
            case API -> true;
            case READ -> READING.contains(context.getRequest().getMethod());
            case METRICS -> false;
        }).isPresent());
    }

    private AuthorizationDecision mayReadMetrics(Supplier<? extends @Nullable Authentication> who,
            RequestAuthorizationContext context) {
        return new AuthorizationDecision(
                settings.metricsOpen() || caller(who).filter(caller -> switch (caller.scope()) {
                    case API -> caller.isAdministrator();
                    case READ -> false;
                    case METRICS -> true;
                }).isPresent());
    }

    private static Optional<Caller> caller(Supplier<? extends @Nullable Authentication> who) {
        Authentication authentication = who.get();
        return authentication != null && authentication.getPrincipal() instanceof Caller caller
                ? Optional.of(caller)
                : Optional.empty();
    }

    private void askToSignIn(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (ProblemAnswers.isForPrograms(request.getRequestURI())) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            answers.write(Problems.ofStatus(401), request, response);
        } else if (request.getHeader("HX-Request") != null) {
            response.setHeader("HX-Redirect", "/sign-in"); // a part of a page cannot become the sign-in page
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        } else {
            String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
            String wanted = "GET".equals(request.getMethod()) ? request.getRequestURI() + query : "/";
            response.sendRedirect("/sign-in"
                    + (wanted.equals("/") ? "" : "?to=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8)));
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure)
            throws IOException {
        answers.refuse(ApiProblem.of(Problem.NOT_ALLOWED, advice(request, failure)), request, response);
    }

    private static String advice(HttpServletRequest request, AccessDeniedException failure) {
        if (failure instanceof CsrfException) {
            return "The page is too old or the request came from elsewhere; load the page again and repeat.";
        }
        return request.getRequestURI().equals(METRICS)
                ? "Metrics need an API token with the scope 'metrics'; make one on the page API tokens."
                : "The scope of this API token does not allow this; use one with a wider scope.";
    }
}
