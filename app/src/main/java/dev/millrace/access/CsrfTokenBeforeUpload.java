package dev.millrace.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestHandler;
import org.springframework.security.web.csrf.XorCsrfTokenRequestAttributeHandler;

/**
 * Looks for the token of an upload in its header only.
 *
 * <p>To find it among the form's fields the whole upload would have to be stored first, before anybody knows whose it is.
 */
class CsrfTokenBeforeUpload implements CsrfTokenRequestHandler {
    private final CsrfTokenRequestHandler usual = new XorCsrfTokenRequestAttributeHandler();

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, Supplier<CsrfToken> csrfToken) {
        usual.handle(request, response, csrfToken);
    }

    @Override
    public @Nullable String resolveCsrfTokenValue(HttpServletRequest request, CsrfToken csrfToken) {
        boolean isUpload = String.valueOf(request.getContentType()).startsWith(MediaType.MULTIPART_FORM_DATA_VALUE);
        return isUpload && request.getHeader(csrfToken.getHeaderName()) == null
                ? null
                : usual.resolveCsrfTokenValue(request, csrfToken);
    }
}
