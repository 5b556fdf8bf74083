package dev.millrace.web;

import dev.millrace.access.UserRole;
import dev.millrace.testing.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

/** Coming, going, and the password in between. */
class AccountBrowserTests {
    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @Test
    void aPasswordIsSetAndOpensTheDoorAgain() {
        Window window = Window.of(BROWSER, "account-ada", UserRole.MEMBER).go("/account");

        window.field("New password").fill("a good long password");
        window.button("Save the password").click();
        assertThat(window.notice()).containsText("The password is set.");
        window.button("Sign out").click();
        signIn(window, "account-ada", "a good long password");

        assertThat(window.page().locator("h1")).hasText("Status");
    }

    @Test
    void aWrongPasswordIsSaidAndTheNameStays() {
        Window window = Window.open(BROWSER).go("/sign-in");

        signIn(window, "account-nobody", "not the password");

        assertThat(window.notice()).hasText(
                "Name and password do not fit; check both, or use a one-time link or an API token.");
        assertThat(window.field("Name")).hasValue("account-nobody");
    }

    @Test
    void signingInLeadsToThePageThatWasWanted() {
        Window first = Window.of(BROWSER, "account-ben", UserRole.MEMBER).go("/account");
        first.field("New password").fill("a good long password");
        first.button("Save the password").click();
        assertThat(first.notice()).isVisible();
        Window window = Window.open(BROWSER).go("/tokens");

        signIn(window, "account-ben", "a good long password");

        assertThat(window.page().locator("h1")).hasText("API tokens");
    }

    @Test
    void anApiTokenOpensTheDoorToo() {
        Window maker = Window.of(BROWSER, "account-cid", UserRole.MEMBER).go("/tokens");
        maker.field("What is it for?").fill("door");
        maker.button("Make a token").click();
        assertThat(maker.handover()).isVisible();
        Window window = Window.open(BROWSER).go("/sign-in");

        window.page().getByText("With an API token instead").click();
        window.field("API token").fill(maker.handover().inputValue());
        window.button("Sign in with the token").click();

        assertThat(window.page().locator("h1")).hasText("Status");
    }

    @Test
    void theApiGuideShowsEachEndpoint() {
        Window window = Window.of(BROWSER, "account-guide", UserRole.MEMBER).go("/api-guide");

        assertThat(window.page().locator("#post-api-tokens")).containsText("Make an API token");
        assertThat(window.page().locator("#get-api-me")).containsText("Who the caller is");
    }

    private static void signIn(Window window, String name, String password) {
        window.field("Name").fill(name);
        window.field("Password").fill(password);
        window.button("Sign in").click();
    }
}
