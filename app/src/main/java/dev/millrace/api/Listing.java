package dev.millrace.api;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param next the cursor for the next page; null on the last one
 */
public record Listing<T>(List<T> items, @Nullable String next) {
    public static final int MOST = 500;
    public static final int USUAL = 100;

    /** A page from rows that were read with one more than the page holds, which tells whether there is a next one. */
    public static <T> Listing<T> of(List<T> rows, int pageSize, Function<T, String> cursor) {
        boolean hasMore = rows.size() > pageSize;
        List<T> items = hasMore ? List.copyOf(rows.subList(0, pageSize)) : rows;
        return new Listing<>(items, hasMore ? cursor.apply(items.getLast()) : null);
    }

    public static int requireSize(@Nullable Integer wanted) {
        int size = wanted == null ? USUAL : wanted;
        if (size < 1 || size > MOST) {
            throw ApiProblem.ofField("pageSize", "must be from 1 to " + MOST);
        }
        return size;
    }
}
