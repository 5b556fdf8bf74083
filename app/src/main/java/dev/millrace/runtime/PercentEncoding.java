package dev.millrace.runtime;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Text inside a URL, where a plus is a plus (in a form it would be a space). */
final class PercentEncoding {
    private PercentEncoding() {}

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** @throws IllegalArgumentException if a percent sign is not followed by two hexadecimal digits */
    static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
