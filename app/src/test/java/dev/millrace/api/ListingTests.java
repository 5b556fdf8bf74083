package dev.millrace.api;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Pages from rows that were read with one more than the page holds. */
class ListingTests {
    @Test
    void oneRowMoreMeansThatThereIsANextPage() {
        Listing<Integer> page = Listing.of(List.of(1, 2, 3), 2, last -> "after " + last);

        assertThat(page).isEqualTo(new Listing<>(List.of(1, 2), "after 2"));
    }

    @Test
    void aPageThatIsExactlyFullIsTheLastOne() {
        assertThat(Listing.of(List.of(1, 2), 2, String::valueOf)).isEqualTo(new Listing<>(List.of(1, 2), null));
    }

    @Test
    void aPageWithRoomLeftIsTheLastOne() {
        assertThat(Listing.of(List.of(1), 2, String::valueOf).next()).isNull();
        assertThat(Listing.of(List.<Integer>of(), 2, String::valueOf)).isEqualTo(new Listing<>(List.of(), null));
    }

    @Test
    void aPageHasFromOneToFiveHundredRowsAndAHundredIfNobodyAsks() {
        assertThat(Listing.requireSize(null)).isEqualTo(100);
        assertThat(Listing.requireSize(1)).isEqualTo(1);
        assertThat(Listing.requireSize(500)).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 501, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void anyOtherSizeIsRefusedByName(int size) {
        assertThatExceptionOfType(ApiProblem.class).isThrownBy(() -> Listing.requireSize(size))
                .satisfies(problem -> assertThat(problem.fields()).extracting(ApiProblem.Field::field)
                        .containsExactly("pageSize"));
    }
}
