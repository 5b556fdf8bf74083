package dev.millrace.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds what is read into memory: a JSON body under {@code /api} has at most 8 MiB, also if it does not say how long it
 * is. Files come as multipart, which is stored as it arrives and has its own limit.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
class BodyLimitFilter extends OncePerRequestFilter {
    static final long MOST = 8L << 20;

    private final ProblemAnswers answers;

    BodyLimitFilter(ProblemAnswers answers) {
        this.answers = answers;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().startsWith("/api/")
                || !String.valueOf(request.getContentType()).contains("json");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > MOST) {
            answers.write(Problems.ofStatus(413), request, response);
            return;
        }
        chain.doFilter(new HttpServletRequestWrapper(request) {
            @Override
            public ServletInputStream getInputStream() throws IOException {
                return new Bounded(super.getInputStream());
            }
        }, response);
    }

    private static final class Bounded extends ServletInputStream {
        private final ServletInputStream body;
        private long read;

        Bounded(ServletInputStream body) {
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            int next = body.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int got = body.read(buffer, offset, length);
            count(Math.max(got, 0));
            return got;
        }

        private void count(int bytes) throws BodyTooLarge {
            read += bytes;
            if (read > MOST) {
                throw new BodyTooLarge(MOST);
            }
        }

        @Override
        public boolean isFinished() {
            return body.isFinished();
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            body.setReadListener(listener);
        }
    }
}
