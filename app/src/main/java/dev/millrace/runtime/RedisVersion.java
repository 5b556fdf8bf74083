package dev.millrace.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version that a Redis server says it has. */
public record RedisVersion(String text) {
    public static final String OLDEST = "6.2";

    private static final String UNKNOWN = "unknown";
    private static final Pattern LINE = Pattern.compile("(?m)^redis_version:(\\S+)");
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})?");

    /** Reads the answer to the command {@code INFO server}. */
    public static RedisVersion in(String info) {
        Matcher line = LINE.matcher(info);
        return new RedisVersion(line.find() ? line.group(1) : UNKNOWN);
    }

    /** A version that cannot be read counts as too old. */
    public boolean isNewEnough() {
        Matcher numbers = NUMBERS.matcher(text);
        return numbers.lookingAt() && Arrays.compare(numbers(numbers.group()), numbers(OLDEST)) >= 0;
    }

    private static int[] numbers(String version) {
        return List.of(version.split("\\.", -1)).stream().mapToInt(Integer::parseInt).toArray();
    }
}
