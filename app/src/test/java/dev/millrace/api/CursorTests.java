package dev.millrace.api;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A cursor that goes out and comes back. */
class CursorTests {
    @Test
    void timesKeepTheirMicroseconds() {
        Instant time = Instant.parse("2026-03-29T01:59:59.123456Z");

        Cursor cursor = parse(Cursor.after("jobs", time, 42L), 2);

        assertThat(cursor.time(0)).isEqualTo(time);
        assertThat(cursor.number(1)).isEqualTo(42);
    }

    @Test
    void aCursorThatCouldNotComeBackIsNeverMade() {
        String longest = "x".repeat(3000);

        assertThat(parse(Cursor.after("jobs", longest), 1).text(0)).isEqualTo(longest);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Cursor.after("jobs", "x".repeat(4000)))
                .withMessage("the key of the list jobs is too long for a cursor; sort by less");
    }

    @Test
    void whatIsFinerThanMicrosecondsIsCutAsPostgresCutsIt() {
        Cursor cursor = parse(Cursor.after("jobs", Instant.parse("2026-03-29T01:59:59.123456789Z")), 1);

        assertThat(cursor.time(0)).isEqualTo(Instant.parse("2026-03-29T01:59:59.123456Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ada", "ünïcödé \uD83D\uDE00", "with\u001fthe separator", "\u001b0\u001b1\u001b",
            "a/b+c=d&e f", "\n\t"})
    void anyTextComesBackAsItWas(String text) {
        Cursor cursor = parse(Cursor.after("jobs", text, 1L), 2);

        assertThat(cursor.text(0)).isEqualTo(text);
        assertThat(cursor.number(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void anyNumberComesBackAsItWas(long number) {
        assertThat(parse(Cursor.after("jobs", number), 1).number(0)).isEqualTo(number);
    }

    @Test
    void noCursorIsTheFirstPage() {
        assertThat(Cursor.parse(null, "jobs", 1)).isNull();
        assertThat(Cursor.parse("", "jobs", 1)).isNull();
    }

    @Test
    void aCursorNeedsNoEscapingInAnAddress() {
        assertThat(Cursor.after("jobs", "ÿþ?>~ ", Instant.EPOCH)).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void theCursorOfAnotherListIsRefused() {
        assertRefused(() -> Cursor.parse(Cursor.after("users", "ada"), "jobs", 1));
        assertRefused(() -> Cursor.parse(Cursor.after("jobs", "ada"), "jobs", 2));
        assertRefused(() -> Cursor.parse(Cursor.after("jobs", "ada", 1L), "jobs", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "!", "jobs", "null", "0", "%00", "=", "====", "am9icw", "am9icw==", "\u0000",
            "\uD83D"})
    void rubbishIsRefused(String text) {
        assertRefused(() -> Cursor.parse(text, "jobs", 1));
    }

    @Test
    void anotherSpellingOfTheSameCursorIsRefused() {
        String good = Cursor.after("jobs", "ad");

        assertRefused(() -> Cursor.parse(good + "=", "jobs", 1));
        assertRefused(() -> Cursor.parse(good.substring(0, good.length() - 1) + "R", "jobs", 1));
        assertRefused(
                () -> Cursor.parse(encoded("jobs\u001f".getBytes(StandardCharsets.UTF_8), (byte) 0xff), "jobs", 1));
    }

    @Test
    void whatIsTooLongIsRefused() {
        assertRefused(() -> Cursor.parse("A".repeat(1_000_000), "jobs", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1.5", "+1", " 1", "9223372036854775808", "99999999999999999999", "١"})
    void whatIsNoNumberIsRefusedAsOne(String text) {
        assertRefused(() -> parse(Cursor.after("jobs", text), 1).number(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "now", "2026-02-30T00:00:00Z", "2026-01-01", "+1000000000-12-31T23:59:59Z",
            "-1000000000-01-01T00:00:00Z", "+294277-01-01T00:00:00Z"})
    void whatPostgresCannotHoldAsATimeIsRefused(String text) {
        assertRefused(() -> parse(Cursor.after("jobs", text), 1).time(0));
    }

    @Test
    void whatPostgresCannotHoldAsATextIsRefused() {
        assertRefused(() -> parse(Cursor.after("jobs", "a\u0000b"), 1).text(0));
    }

    @Test
    void randomBytesAreReadOrRefusedButNeverAnythingElse() {
        Random random = new Random(20260329);
        byte[] prefix = "jobs\u001f".getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(24)];
            random.nextBytes(bytes);

            readWhole(round % 2 == 0 ? encoded(prefix, bytes) : new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    private static void readWhole(String text) {
        for (int field = 0; field < 3; field++) {
            try {
                Cursor cursor = Cursor.parse(text, "jobs", 1);
                if (cursor != null) {
                    Object _ = switch (field) {
                        case 0 -> cursor.text(0);
                        case 1 -> cursor.number(0);
                        default -> cursor.time(0);
                    };
                }
            } catch (ApiProblem problem) {
                assertThat(problem.problem()).isEqualTo(Problem.INVALID_CURSOR);
            }
        }
    }

    private static Cursor parse(String text, int keyLength) {
        return requireNonNull(Cursor.parse(text, "jobs", keyLength));
    }

    private static String encoded(byte[] prefix, byte... rest) {
        byte[] all = new byte[prefix.length + rest.length];
        System.arraycopy(prefix, 0, all, 0, prefix.length);
        System.arraycopy(rest, 0, all, prefix.length, rest.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    private static void assertRefused(Runnable reading) {
        assertThatExceptionOfType(ApiProblem.class).isThrownBy(reading::run)
                .satisfies(problem -> assertThat(problem.problem()).isEqualTo(Problem.INVALID_CURSOR));
    }
}
