package dev.millrace.api;

import java.util.Locale;
import org.springframework.http.HttpStatus;

/** Every failure a client can see. Codes are part of the API: add, never rename. */
public enum Problem {
    INVALID_REQUEST(HttpStatus.BAD_REQUEST, "The request cannot be read"),
    INVALID_FIELD(HttpStatus.BAD_REQUEST, "A field is not valid"),
    INVALID_CURSOR(HttpStatus.BAD_REQUEST, "The cursor is not valid"),
    NOT_SIGNED_IN(HttpStatus.UNAUTHORIZED, "Not signed in"),
    NOT_ALLOWED(HttpStatus.FORBIDDEN, "Not allowed"),
    NOT_FOUND(HttpStatus.NOT_FOUND, "Not found"),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "Method not allowed"),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "No such form of the answer"),
    CONFLICT(HttpStatus.CONFLICT, "In conflict with what is there"),
    TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "Too large"),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Cannot read this form"),
    TOO_MANY_REQUESTS(HttpStatus.TOO_MANY_REQUESTS, "Too many requests"),
    INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "Something went wrong here"),
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "Not available right now");

    private final HttpStatus status;
    private final String title;

    Problem(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    public HttpStatus status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** The code as clients see it, such as {@code not-found}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
