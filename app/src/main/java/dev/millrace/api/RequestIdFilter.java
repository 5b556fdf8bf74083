package dev.millrace.api;

import dev.millrace.runtime.LogContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Gives each request an id, the caller's own if it sent a sensible one, and returns it; it is in each log line. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestIdFilter extends OncePerRequestFilter {
    private static final String HEADER = "X-Request-Id";
    /** Anything else could forge log lines. */
    private static final Pattern SENSIBLE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = request.getAttribute(HEADER) instanceof String known ? known : idFor(request.getHeader(HEADER));
        request.setAttribute(HEADER, id);
        response.setHeader(HEADER, id);
        try (var _ = MDC.putCloseable(LogContext.REQUEST_ID, id)) {
            chain.doFilter(request, response);
        }
    }

    private static String idFor(@Nullable String sent) {
        return sent != null && SENSIBLE.matcher(sent).matches() ? sent : UUID.randomUUID().toString();
    }

    /** An error page belongs to the same request. */
    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }
}
