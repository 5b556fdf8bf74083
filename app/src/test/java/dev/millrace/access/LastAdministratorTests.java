package dev.millrace.access;

import dev.millrace.api.ApiProblem;
import dev.millrace.api.Problem;
import dev.millrace.testing.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** There is always an administrator who can sign in. */
class LastAdministratorTests {
    @RegisterExtension
    static final Database DATABASE = new Database();

    private final JdbcClient jdbc = DATABASE.jdbc();
    private final Users users = new Users(new UserStore(jdbc), new SessionStore(jdbc), new Passwords(),
            DATABASE.transaction());
    private User ann = new User(0, "", UserRole.MEMBER, false, Instant.EPOCH, null, null);
    private User ben = ann;

    @BeforeEach
    void twoAdministrators() {
        jdbc.sql("truncate millrace_ops.app_user cascade").update();
        ann = users.add("ann", UserRole.ADMINISTRATOR, null);
        ben = users.add("ben", UserRole.ADMINISTRATOR, null);
    }

    @Test
    void theLastOneCanNeitherBeDemotedNorDisabled() {
        change(ben.id(), UserRole.MEMBER, null);

        assertRefused(() -> change(ann.id(), UserRole.MEMBER, null));
        assertRefused(() -> change(ann.id(), null, true));
        assertThat(users.require(ann.id())).extracting(User::role, User::disabledAt)
                .containsExactly(UserRole.ADMINISTRATOR, null);
    }

    @Test
    void aDisabledOneDoesNotCount() {
        change(ben.id(), null, true);

        assertRefused(() -> change(ann.id(), null, true));
    }

    @Test
    void theLastOneCanStillBeChangedOtherwise() {
        change(ben.id(), null, true);

        change(ann.id(), UserRole.ADMINISTRATOR, false);
        users.change(ann.id(), null, null, "a good long password");

        assertThat(users.require(ann.id()).hasPassword()).isTrue();
    }

    @Test
    void twoWhoDemoteEachOtherAtTheSameMomentLeaveOne() {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<?>[] second = new CompletableFuture<?>[1];
            DATABASE.inTransaction(() -> {
                users.change(ben.id(), UserRole.MEMBER, null, null); // not committed yet
                second[0] = CompletableFuture.runAsync(() -> change(ann.id(), UserRole.MEMBER, null), executor);
                Awaitility.await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(20))
                        .until(() -> second[0].isDone() || Database.elsewhere(this::somebodyWaits));
            });

            assertThatExceptionOfType(CompletionException.class).isThrownBy(second[0]::join)
                    .withCauseInstanceOf(ApiProblem.class);
        }
        assertThat(users.require(ann.id()).role()).isEqualTo(UserRole.ADMINISTRATOR);
        assertThat(users.require(ben.id()).role()).isEqualTo(UserRole.MEMBER);
    }

    private boolean somebodyWaits() {
        return jdbc.sql("""
                select exists (select from pg_stat_activity
                               where datname = current_database() and wait_event_type = 'Lock')
                """).query((row, _) -> row.getBoolean(1)).single();
    }

    private void change(long id, @Nullable UserRole role,
            @Nullable Boolean disabled) {
        users.change(id, role, disabled, null);
    }

    private static void assertRefused(Runnable change) {
        assertThatExceptionOfType(ApiProblem.class).isThrownBy(change::run)
                .withMessage("ann is the last administrator; make another user administrator first.")
                .satisfies(problem -> assertThat(problem.problem()).isEqualTo(Problem.CONFLICT));
    }
}
