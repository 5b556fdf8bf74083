package dev.millrace.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/** The cookie that holds a browser's session: not for scripts, not for other sites, not for plain http behind https. */
public final class SessionCookie {
    private SessionCookie() {}

    public static Optional<String> read(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Arrays.stream(cookies).filter(cookie -> cookie.getName().equals(name(request))).map(Cookie::getValue)
                        .findFirst();
    }

    public static void write(HttpServletRequest request, HttpServletResponse response, String session) {
        set(request, response, session, SignIn.LONGEST_SESSION);
    }

    public static void clear(HttpServletRequest request, HttpServletResponse response) {
        set(request, response, "", Duration.ZERO);
    }

    private static void set(HttpServletRequest request, HttpServletResponse response, String value, Duration age) {
        response.addHeader(HttpHeaders.SET_COOKIE, ResponseCookie.from(name(request), value)
                .httpOnly(true).secure(request.isSecure()).sameSite("Lax").path("/").maxAge(age).build().toString());
    }

    /** Browsers keep cookies per host, not per port; the port in the name lets a demo and a server live side by side. */
    private static String name(HttpServletRequest request) {
        int port = request.getServerPort();
        return port == 80 || port == 443 ? "millrace" : "millrace-" + port;
    }
}
