package dev.millrace.work;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.MalformedInputException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FailuresTests {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    static Stream<Throwable> brokenLines() {
        return Stream.of(new ConnectException("refused"), new UnknownHostException("nowhere.example"),
                new SocketTimeoutException("slow"), new HttpTimeoutException("slow"), new TimeoutException(),
                new InterruptedException(), new CancellationException(), new FileNotFoundException("gone?"),
                new UncheckedIOException(new IOException("reset")), new CompletionException(new ConnectException()),
                new IllegalStateException("wrapped", new IOException("broken pipe")));
    }

    @ParameterizedTest
    @MethodSource("brokenLines")
    void aBrokenLineSaysNothingAboutTheItem(Throwable thrown) {
        assertThat(Failures.of(thrown).failureClass()).isEqualTo(FailureClass.TRANSIENT);
    }

    @ParameterizedTest
    @CsvSource({"40001,TRANSIENT", "40P01,TRANSIENT", "08006,TRANSIENT", "57P01,TRANSIENT", "57014,TRANSIENT",
            "53300,TRANSIENT", "55P03,TRANSIENT", "25006,TRANSIENT", "XX000,TRANSIENT", ",TRANSIENT", "4,TRANSIENT",
            "22P02,INVALID", "22021,INVALID", "23505,INVALID", "21000,INVALID", "54000,INVALID",
            "42P01,FATAL", "42501,FATAL", "0A000,FATAL"})
    void aDatabaseErrorIsJudgedByItsState(@Nullable String state, FailureClass expected) {
        assertThat(Failures.of(new SQLException("no", state)).failureClass()).isEqualTo(expected);
    }

    @Test
    void wrappingChangesNothing() {
        Throwable thrown = new DataIntegrityViolationException("store",
                new SQLException("ERROR: duplicate key\n  Detail: Key (id)=(1)", "23505"));

        assertThat(Failures.of(thrown))
                .isEqualTo(Failure.of(FailureClass.INVALID, "The database refuses the data: ERROR: duplicate key."));
    }

    @Test
    void aHandlerThatKnowsBetterIsBelievedHoweverDeepItsWordIs() {
        Failure skip = Failure.of(FailureClass.SKIP, "The row is empty.");

        assertThat(Failures.of(new IOException(new CompletionException(new WorkFailed(skip))))).isEqualTo(skip);
    }

    @Test
    void whatNobodyForesawIsTriedAgain() {
        assertThat(Failures.of(new IllegalStateException("a bug"))).isEqualTo(
                Failure.of(FailureClass.TRANSIENT, "Something failed that nobody foresaw: a bug."));
        assertThat(Failures.of(new OutOfMemoryError()).failureClass()).isEqualTo(FailureClass.TRANSIENT);
    }

    @Test
    void badContentAndABrokenProgramAreNot() {
        assertThat(Failures.of(new MalformedInputException(1)).failureClass()).isEqualTo(FailureClass.INVALID);
        assertThat(Failures.of(new URISyntaxException("::", "no")).failureClass()).isEqualTo(FailureClass.INVALID);
        assertThat(Failures.of(new StackOverflowError()).failureClass()).isEqualTo(FailureClass.INVALID);
        assertThat(Failures.of(new NoClassDefFoundError("X")).failureClass()).isEqualTo(FailureClass.FATAL);
    }

    @Test
    void causesInACircleEnd() {
        Exception one = new Exception("one");
        Exception two = new Exception("two", one);
        one.initCause(two);

        assertThat(Failures.of(one).failureClass()).isEqualTo(FailureClass.TRANSIENT);
    }

    @Test
    void aMessageIsOneLineThatTheDatabaseCanStore() {
        Failure failure = Failure.of(FailureClass.INVALID, "zero\0 and\r\nhalf \ud83d of a pair" + "x".repeat(5000));

        assertThat(failure.message()).startsWith("zero and half of a pairxxx").hasSizeLessThanOrEqualTo(500);
        assertThat(Failure.of(FailureClass.INVALID, " \n").message()).isEqualTo("No reason was given.");
        assertThat(Failure.of(FailureClass.INVALID, "😀".repeat(501)).message()).isEqualTo("😀".repeat(500));
    }

    @ParameterizedTest
    @CsvSource({"404,NOT_FOUND", "410,GONE", "451,GONE", "401,DENIED", "403,DENIED", "407,DENIED", "429,RATE_LIMITED",
            "408,TRANSIENT", "425,TRANSIENT", "500,TRANSIENT", "502,TRANSIENT", "503,TRANSIENT", "504,TRANSIENT",
            "599,TRANSIENT", "999,TRANSIENT", "400,INVALID", "409,INVALID", "413,INVALID", "415,INVALID", "422,INVALID",
            "418,INVALID", "302,INVALID"})
    void anAnswerIsJudgedByItsStatus(int status, FailureClass expected) {
        Failure failure = ofStatus(status, Map.of());

        assertThat(failure.failureClass()).isEqualTo(expected);
        assertThat(failure.message()).contains("HTTP " + status).endsWith(".");
        assertThat(failure.notBefore()).isNull();
    }

    @Test
    void successIsNoFailure() {
        assertThatIllegalArgumentException().isThrownBy(() -> ofStatus(200, Map.of()));
    }

    @Test
    void aRefusalWithASpentBudgetIsARateLimit() {
        Instant reset = NOW.plusSeconds(600);
        String epoch = Long.toString(reset.getEpochSecond());

        assertThat(ofStatus(403, Map.of("x-ratelimit-remaining", "0", "x-ratelimit-reset", epoch)))
                .extracting(Failure::failureClass, Failure::notBefore)
                .containsExactly(FailureClass.RATE_LIMITED, reset);
        assertThat(ofStatus(403, Map.of("x-ratelimit-remaining", "12", "x-ratelimit-reset", epoch)).failureClass())
                .isEqualTo(FailureClass.DENIED);
        assertThat(ofStatus(403, Map.of("retry-after", "60"))).extracting(Failure::failureClass, Failure::notBefore)
                .containsExactly(FailureClass.RATE_LIMITED, NOW.plusSeconds(60));
    }

    @Test
    void aBurstLimitDoesNotWaitForTheBudget() {
        assertThat(ofStatus(429, Map.of("ratelimit-remaining", "100", "ratelimit-reset", "3000")).notBefore()).isNull();
        assertThat(ofStatus(429, Map.of("ratelimit-reset", "30")).notBefore()).isEqualTo(NOW.plusSeconds(30));
    }

    @Test
    void aBusyServersWishIsHeard() {
        assertThat(ofStatus(503, Map.of("retry-after", "120")).notBefore()).isEqualTo(NOW.plusSeconds(120));
        assertThat(ofStatus(503, Map.of("retry-after", " 1.5 ")).notBefore()).isEqualTo(NOW.plusMillis(1500));
        assertThat(ofStatus(503, Map.of("retry-after", httpDate(NOW.plusSeconds(90)))).notBefore())
                .isEqualTo(NOW.plusSeconds(90));
    }

    @Test
    void theServersClockMayBeWrong() {
        Instant theirs = NOW.plus(Duration.ofHours(5));

        assertThat(ofStatus(429, Map.of("date", httpDate(theirs), "retry-after", httpDate(theirs.plusSeconds(7))))
                .notBefore()).isEqualTo(NOW.plusSeconds(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-5", "", "1e9", "0x10", "Sun, 99 Nov 2026 08:49:37 GMT"})
    void nonsenseIsIgnored(String value) {
        assertThat(ofStatus(503, Map.of("retry-after", value)).notBefore()).isNull();
        assertThat(ofStatus(403, Map.of("retry-after", value)).failureClass()).isEqualTo(FailureClass.DENIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999", "99999999999999999999999999999999", "Tue, 31 Dec 2199 23:59:59 GMT"})
    void nobodyMakesUsWaitForMoreThanADay(String value) {
        assertThat(ofStatus(429, Map.of("retry-after", value)).notBefore()).isEqualTo(NOW.plus(Duration.ofDays(1)));
    }

    @Test
    void aResetInMillisecondsIsNotTakenForAThousandYears() {
        String millis = Long.toString(NOW.plusSeconds(600).toEpochMilli());

        assertThat(ofStatus(429, Map.of("x-ratelimit-reset", millis)).notBefore())
                .isEqualTo(NOW.plus(Duration.ofDays(1)));
    }

    @Test
    void aMomentInThePastIsNow() {
        assertThat(ofStatus(429, Map.of("retry-after", httpDate(NOW.minusSeconds(50)))).notBefore()).isEqualTo(NOW);
    }

    private static Failure ofStatus(int status, Map<String, String> headers) {
        return Failures.ofStatus(status, name -> Optional.ofNullable(headers.get(name)), NOW);
    }

    private static String httpDate(Instant moment) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.ROOT).format(moment.atOffset(ZoneOffset.UTC));
    }
}
