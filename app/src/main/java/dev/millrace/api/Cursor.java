package dev.millrace.api;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of a list ended: the list's own sort key and the id of the last row, opaque to clients.
 *
 * <p>Times keep their microseconds, which is what PostgreSQL stores; cutting them would skip or repeat rows. A cursor
 * names its list, so that one list's cursor is refused by another.
 */
public final class Cursor {
    private static final String SEPARATOR = "\u001f";
    private static final String ESCAPE = "\u001b";
    /** Longer than any key a list of ours sorts by, and short enough for an address. */
    private static final int LONGEST = 4096;
    /** Java knows times that PostgreSQL cannot hold. */
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?\\d{1,19}");

    private final List<String> parts;

    private Cursor(List<String> parts) {
        this.parts = parts;
    }

    /** The cursor behind the last row of a page. */
    public static String after(String list, Object... key) {
        List<String> parts = new ArrayList<>(List.of(list));
        for (Object part : key) {
            parts.add(part instanceof Instant time
                    ? time.truncatedTo(ChronoUnit.MICROS).toString()
                    : part.toString().replace(ESCAPE, ESCAPE + "0").replace(SEPARATOR, ESCAPE + "1"));
        }
        String text = encode(String.join(SEPARATOR, parts));
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "the key of the list %s is too long for a cursor; sort by less".formatted(list));
        }
        return text;
    }

    /**
     * Reads a cursor that a client sent back.
     *
     * @return null for no cursor at all, which is the first page
     * @throws ApiProblem if it is anything but a cursor of this list
     */
    public static @Nullable Cursor parse(@Nullable String text, String list, int keyLength) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        List<String> parts = List.of(decode(text).split(SEPARATOR, -1));
        if (parts.size() != keyLength + 1 || !parts.getFirst().equals(list)) {
            throw invalid();
        }
        return new Cursor(parts.subList(1, parts.size()));
    }

    public String text(int index) {
        String text = parts.get(index).replace(ESCAPE + "1", SEPARATOR).replace(ESCAPE + "0", ESCAPE);
        if (text.indexOf(0) >= 0) {
            throw invalid(); // PostgreSQL has no such text, so no list of ours ended there
        }
        return text;
    }

    public long number(int index) {
        try {
            if (WHOLE_NUMBER.matcher(parts.get(index)).matches()) {
                return Long.parseLong(parts.get(index));
            }
        } catch (NumberFormatException _) {
            // nineteen digits can still be too large
        }
        throw invalid();
    }

    public Instant time(int index) {
        try {
            Instant time = Instant.parse(parts.get(index));
            if (time.isAfter(EARLIEST) && time.isBefore(LATEST)) {
                return time;
            }
        } catch (DateTimeException _) {
            // said below
        }
        throw invalid();
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
        if (text.length() > LONGEST) {
            throw invalid();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            String decoded = new String(bytes, StandardCharsets.UTF_8);
            // Base64 and UTF-8 both have more than one way to say a thing; only ours is accepted.
            if (encode(decoded).equals(text)) {
                return decoded;
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw invalid();
    }

    private static ApiProblem invalid() {
        return ApiProblem.of(Problem.INVALID_CURSOR,
                "Leave 'after' out to begin with the first page, or send the 'next' of a page of this list unchanged.");
    }
}
