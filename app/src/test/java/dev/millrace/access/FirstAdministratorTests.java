package dev.millrace.access;

import dev.millrace.access.FirstAdministrator.Welcome;
import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.LocalAddress;
import dev.millrace.testing.Database;
import dev.millrace.testing.TestMillrace;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.groups.Tuple.tuple;

/** The administrator that the first start makes. */
class FirstAdministratorTests {
    @RegisterExtension
    static final Database DATABASE = new Database();

    private final JdbcClient jdbc = DATABASE.jdbc();
    private final UserStore users = new UserStore(jdbc);
    private final ApiTokens apiTokens = new ApiTokens(new ApiTokenStore(jdbc));
    private final SignIn signIn = new SignIn(users, new SessionStore(jdbc), apiTokens, new Passwords(),
            new SignInLimit(new SignInFailureStore(jdbc)));

    @BeforeEach
    void nobodyIsThere() {
        jdbc.sql("truncate millrace_ops.app_user cascade").update();
    }

    @Test
    void theFirstStartMakesOne() {
        start(Optional.empty());

        assertThat(users.list(null, 10)).extracting(User::name, User::role)
                .containsExactly(tuple("admin", UserRole.ADMINISTRATOR));
    }

    @Test
    void laterStartsMakeNoOther() {
        start(Optional.empty());
        start(Optional.empty());

        assertThat(users.list(null, 10)).hasSize(1);
    }

    @Test
    void itsTokenIsShownOnce() {
        FirstAdministrator administrator = start(Optional.empty());

        Welcome first = administrator.welcome();
        Welcome second = administrator.welcome();

        assertThat(apiTokens.findCaller(first.apiToken().orElseThrow())).get().extracting(Caller::name)
                .isEqualTo("admin");
        assertThat(second.apiToken()).isEmpty();
        assertThat(first.toString()).doesNotContain("mr_").doesNotContain("link/");
    }

    @Test
    void aLinkIsOfferedUntilTheFirstSignIn() {
        FirstAdministrator administrator = start(Optional.empty());
        administrator.welcome();
        URI link = administrator.welcome().signInLink().orElseThrow();

        signIn.withLink(link.getPath().replaceAll(".*/", ""), "192.0.2.1");

        assertThat(administrator.welcome().signInLink()).isEmpty();
    }

    @Test
    void aFixedTokenWorksAndNoOtherIsMade() {
        FirstAdministrator administrator = start(Optional.of("a-fixed-token-of-enough-length"));

        assertThat(administrator.welcome().apiToken()).isEmpty();
        assertThat(apiTokens.findCaller("a-fixed-token-of-enough-length")).get().extracting(Caller::role)
                .isEqualTo(UserRole.ADMINISTRATOR);
    }

    @Test
    void theSameFixedTokenAgainChangesNothing() {
        start(Optional.of("a-fixed-token-of-enough-length"));
        start(Optional.of("a-fixed-token-of-enough-length"));

        assertThat(apiTokens.list(administratorsId(), null, 10).items()).hasSize(1);
    }

    @Test
    void aChangedFixedTokenReplacesTheFormer() {
        start(Optional.of("a-fixed-token-of-enough-length"));
        start(Optional.of("another-token-of-enough-length"));

        assertThat(apiTokens.findCaller("a-fixed-token-of-enough-length")).isEmpty();
        assertThat(apiTokens.findCaller("another-token-of-enough-length")).isPresent();
    }

    @Test
    void aFixedTokenThatSomebodyRevokedStaysRevoked() {
        start(Optional.of("a-fixed-token-of-enough-length"));
        new ApiTokenStore(jdbc).revoke(apiTokens.list(administratorsId(), null, 10).items().getFirst().id());

        start(Optional.of("a-fixed-token-of-enough-length"));

        assertThat(apiTokens.findCaller("a-fixed-token-of-enough-length")).isEmpty();
    }

    @Test
    void aFixedTokenThatIsTooShortEndsTheStartWithASentence() {
        assertThatExceptionOfType(CannotStart.class)
                .isThrownBy(() -> TestMillrace.start(Map.of("millrace.admin-token", "short-secret")).close())
                .withMessageContaining("millrace.admin-token must have at least 20 characters")
                .withMessageNotContaining("short-secret");
    }

    private FirstAdministrator start(Optional<String> fixed) {
        var links = new SignInLinks(signIn,
                new Users(users, new SessionStore(jdbc), new Passwords(), DATABASE.transaction()),
                TestMillrace.shared().get(LocalAddress.class));
        var administrator = new FirstAdministrator(users, new ApiTokenStore(jdbc), apiTokens, links,
                new AccessSettings(fixed, Optional.empty(), false));
        administrator.afterPropertiesSet();
        return administrator;
    }

    private long administratorsId() {
        return users.oldestAdministrator().orElseThrow().id();
    }
}
