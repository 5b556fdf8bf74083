package dev.millrace.api;

import dev.millrace.api.ApiProblem.Field;
import jakarta.validation.ConstraintViolationException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.util.ClassUtils;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.support.MissingServletRequestPartException;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;

/** The one place that turns whatever was thrown into a problem with a sentence; pages and API both ask it. */
public final class Problems {
    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    public static ApiProblem of(Throwable thrown) {
        return switch (thrown) {
            case ApiProblem problem -> problem;
            case MethodArgumentNotValidException e -> ApiProblem.ofFields(e.getBindingResult().getFieldErrors().stream()
                    .map(error -> new Field(error.getField(),
                            Objects.requireNonNullElse(error.getDefaultMessage(), "is not valid")))
                    .toList());
            case HandlerMethodValidationException e -> ApiProblem.ofFields(e.getParameterValidationResults().stream()
                    .flatMap(result -> result.getResolvableErrors().stream().map(error -> new Field(
                            Objects.requireNonNullElse(result.getMethodParameter().getParameterName(), "parameter"),
                            Objects.requireNonNullElse(error.getDefaultMessage(), "is not valid"))))
                    .toList());
            case ConstraintViolationException e -> ApiProblem.ofFields(e.getConstraintViolations().stream()
                    .map(violation -> new Field(violation.getPropertyPath().toString(), violation.getMessage()))
                    .toList());
            case MethodArgumentTypeMismatchException e ->
                ApiProblem.ofField(e.getName(), "has a value that cannot be read as " + wanted(e));
            case MissingServletRequestParameterException e -> ApiProblem.ofField(e.getParameterName(), "is missing");
            case MissingServletRequestPartException e -> ApiProblem.ofField(e.getRequestPartName(), "is missing");
            case HttpMessageNotReadableException e -> unreadable(e);
            case MaxUploadSizeExceededException _ -> ApiProblem.of(Problem.TOO_LARGE,
                    "The upload is larger than this server takes; send it in smaller files.");
            case HttpRequestMethodNotSupportedException e -> ApiProblem.of(Problem.METHOD_NOT_ALLOWED,
                    "%s is not possible here; use %s.".formatted(e.getMethod(), joined(e.getSupportedMethods())));
            case HttpMediaTypeNotSupportedException e -> ApiProblem.of(Problem.UNSUPPORTED_MEDIA_TYPE,
                    "This endpoint reads %s; set Content-Type to one of these."
                            .formatted(mediaTypes(e.getSupportedMediaTypes())));
            case HttpMediaTypeNotAcceptableException e -> ApiProblem.of(Problem.NOT_ACCEPTABLE,
                    "This endpoint answers %s; ask for one of these in Accept."
                            .formatted(mediaTypes(e.getSupportedMediaTypes())));
            case InvalidParameterException e -> ofStatus(e.getErrorCode());
            case BadRequestException _ -> ofStatus(400);
            case CannotGetJdbcConnectionException e -> unavailable(e);
            case CannotCreateTransactionException e -> unavailable(e);
            case DataAccessResourceFailureException e -> unavailable(e);
            case ErrorResponse e -> ofStatus(e.getStatusCode().value());
            default ->
                DisconnectedClientHelper.isClientDisconnectedException(thrown) ? hungUp(thrown) : internal(thrown);
        };
    }

    /** For failures that the container found before any of our code ran. */
    public static ApiProblem ofStatus(int status) {
        return switch (status) {
            case 401 -> ApiProblem.of(Problem.NOT_SIGNED_IN,
                    "Send a valid API token as 'Authorization: Bearer …', or sign in on the web page.");
            case 403 -> ApiProblem.of(Problem.NOT_ALLOWED, "You may not do this; ask an administrator.");
            case 404 -> ApiProblem.of(Problem.NOT_FOUND,
                    "There is nothing at this address, or it is not yours; check the path and the id.");
            case 405 ->
                ApiProblem.of(Problem.METHOD_NOT_ALLOWED, "This method is not possible here; see /api/openapi.json.");
            case 406 -> ApiProblem.of(Problem.NOT_ACCEPTABLE, "No such form of the answer; ask for application/json.");
            case 413 ->
                ApiProblem.of(Problem.TOO_LARGE, "The request is larger than this server takes; send less at once.");
            case 415 -> ApiProblem.of(Problem.UNSUPPORTED_MEDIA_TYPE, "Send application/json.");
            case 429 -> ApiProblem.of(Problem.TOO_MANY_REQUESTS, "Wait a little and try again.");
            case 501, 505 -> ApiProblem.of(Problem.INVALID_REQUEST,
                    "This server speaks plain HTTP/1.1; send the request in that form.");
            case 503 -> ApiProblem.of(Problem.UNAVAILABLE, "Try again in a few seconds.");
            default -> status >= 500
                    ? ApiProblem.of(Problem.INTERNAL_ERROR,
                            "Try again; if it happens again, give the request id to your administrator.")
                    : ApiProblem.of(Problem.INVALID_REQUEST,
                            "The request cannot be understood; compare it with /api/openapi.json.");
        };
    }

    private static ApiProblem internal(Throwable thrown) {
        log.error("A request failed in a way nobody foresaw; the client was told so", thrown);
        return ofStatus(500);
    }

    private static ApiProblem hungUp(Throwable thrown) {
        log.debug("A client hung up before it had its answer", thrown);
        return ofStatus(400);
    }

    private static ApiProblem unavailable(Exception e) {
        log.warn("A request failed because the database does not answer", e);
        return ApiProblem.of(Problem.UNAVAILABLE,
                "The database does not answer; try again in a few seconds.");
    }

    private static String wanted(MethodArgumentTypeMismatchException e) {
        Class<?> type = e.getRequiredType();
        if (type == null) {
            return "what is needed";
        }
        if (type.isEnum()) {
            return "one of "
                    + Stream.of(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
        }
        return switch (ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName()) {
            case "Integer", "Long" -> "a whole number";
            case "Boolean" -> "true or false";
            default -> "what is needed";
        };
    }

    private static ApiProblem unreadable(HttpMessageNotReadableException e) {
        if (e.getMostSpecificCause() instanceof BodyTooLarge) {
            return ofStatus(413);
        }
        if (!(e.getCause() instanceof JacksonException json)) {
            return ApiProblem.of(Problem.INVALID_REQUEST, "The body is missing or cannot be read; send JSON.");
        }
        String path = json.getPath().stream().map(JacksonException.Reference::getPropertyName).filter(Objects::nonNull)
                .collect(Collectors.joining("."));
        String place = Optional.ofNullable(json.getLocation()).map(Problems::place).orElse("");
        if (path.isEmpty() || json instanceof StreamReadException) {
            return ApiProblem.of(Problem.INVALID_REQUEST,
                    "The body is not valid JSON%s; mend it and send it again.".formatted(place));
        }
        return ApiProblem.ofField(path, "is not known here or has a value of the wrong kind" + place);
    }

    private static String place(TokenStreamLocation location) {
        return " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
    }

    private static String joined(String @Nullable [] methods) {
        return methods == null ? "another method" : String.join(" or ", methods);
    }

    private static String mediaTypes(List<MediaType> types) {
        return types.isEmpty()
                ? "application/json"
                : types.stream().map(MediaType::toString).distinct().collect(Collectors.joining(", "));
    }
}
