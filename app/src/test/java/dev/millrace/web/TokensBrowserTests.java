package dev.millrace.web;

import com.microsoft.playwright.Locator;
import dev.millrace.access.UserRole;
import dev.millrace.testing.Browser;
import dev.millrace.testing.TestMillrace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/** API tokens, as a person makes them. */
class TokensBrowserTests {
    @RegisterExtension
    static final Browser BROWSER = new Browser();

    private static final TestMillrace MILLRACE = TestMillrace.shared();

    @Test
    void whoHasNoneReadsWhatToDo() {
        Window window = Window.of(BROWSER, "token-page-empty", UserRole.MEMBER).go("/tokens");

        assertThat(window.page().locator(".empty")).containsText("You have no tokens yet. Make one above");
    }

    @Test
    void aTokenIsShownOnceAndWorks() {
        Window window = Window.of(BROWSER, "token-page-ada", UserRole.MEMBER).go("/tokens");

        window.field("What is it for?").fill("nightly report");
        window.button("Make a token").click();

        assertThat(window.notice()).containsText("The token “nightly report” is made.");
        String text = window.handover().inputValue();
        MILLRACE.as(text).get("/api/me").require(200);
        window.page().reload();
        assertThat(window.handover()).hasCount(0);
        assertThat(window.page().content()).doesNotContain(text);
        assertThat(window.row("nightly report")).containsText(text.substring(0, 8) + "…");
    }

    @Test
    void revokingAsksFirst() {
        Window window = Window.of(BROWSER, "token-page-revoke", UserRole.MEMBER).go("/tokens");
        window.field("What is it for?").fill("short lived");
        window.button("Make a token").click();
        assertThat(window.handover()).isVisible();
        String text = window.handover().inputValue();
        List<String> questions = new ArrayList<>();
        window.page().onceDialog(dialog -> {
            questions.add(dialog.message());
            dialog.dismiss();
        });

        window.button("Revoke short lived").click();
        MILLRACE.as(text).get("/api/me").require(200);
        window.page().onceDialog(dialog -> dialog.accept());
        window.button("Revoke short lived").click();

        assertThat(window.notice()).containsText("The token “short lived” is revoked.");
        assertThat(window.row("short lived")).containsText("revoked");
        assertThat(questions).containsExactly("Revoke “short lived”? Programs that use it stop working at once.");
        MILLRACE.as(text).get("/api/me").require(401);
    }

    @Test
    void theKeyboardAloneIsEnough() {
        Window window = Window.of(BROWSER, "token-page-keys", UserRole.MEMBER).go("/tokens");

        tabTo(window, window.field("What is it for?"));
        window.page().keyboard().type("by keyboard");
        window.page().keyboard().press("Tab");
        window.page().keyboard().press("ArrowDown");
        window.page().keyboard().press("Tab");
        tabTo(window, window.button("Make a token"));
        window.page().keyboard().press("Enter");

        assertThat(window.handover()).isFocused();
        assertThat(window.row("by keyboard")).containsText("read");
    }

    @Test
    void afterASwapTimesAreStillInWords() {
        Window window = Window.of(BROWSER, "token-page-times", UserRole.MEMBER).go("/tokens");

        window.field("What is it for?").fill("timed");
        window.button("Make a token").click();

        assertThat(window.row("timed").locator("time").first()).hasText("just now");
    }

    @Test
    void aSessionThatEndedMeanwhileLeadsToTheSignInPage() {
        Window window = Window.of(BROWSER, "token-page-ended", UserRole.MEMBER).go("/tokens");
        String id = MILLRACE.get(JdbcClient.class).sql("""
                delete from millrace_ops.web_session
                where user_id = (select id from millrace_ops.app_user where name = 'token-page-ended')
                returning user_id::text
                """).query((row, _) -> row.getString(1)).single();
        assertThat(id).isNotEmpty();

        window.field("What is it for?").fill("too late");
        window.button("Make a token").click();

        assertThat(window.page().locator("h1")).hasText("Sign in");
    }

    private static void tabTo(Window window, Locator target) {
        for (int presses = 0; presses < 25; presses++) {
            if (Boolean.TRUE.equals(target.evaluate("e => e === document.activeElement"))) {
                return;
            }
            window.page().keyboard().press("Tab");
        }
        assertThat(target).isFocused();
    }
}
