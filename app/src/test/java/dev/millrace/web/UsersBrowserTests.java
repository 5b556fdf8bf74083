package dev.millrace.web;

import dev.millrace.access.UserRole;
import dev.millrace.access.Users;
import dev.millrace.testing.Browser;
import dev.millrace.testing.TestMillrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/** Users, as an administrator keeps them. */
class UsersBrowserTests {
    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @Test
    void aNewMemberComesInByTheLinkThatIsHandedOver() {
        Window administrator = Window.of(BROWSER, "user-page-ada", UserRole.ADMINISTRATOR).go("/users");

        Window member = Window.open(BROWSER).go(addUser(administrator, "user-page-ben"));

        assertThat(member.menu("user-page-ben")).isVisible();
        assertThat(member.menu("Users")).hasCount(0);
        member.go("/users");
        assertThat(member.heading()).isEqualTo("Not allowed");
        assertThat(member.page().locator(".figure")).hasText("403");
    }

    @Test
    void disablingAUserEndsTheirWindow() {
        Window administrator = Window.of(BROWSER, "user-page-cid", UserRole.ADMINISTRATOR).go("/users");
        Window member = Window.open(BROWSER).go(addUser(administrator, "user-page-dan"));
        assertThat(member.menu("user-page-dan")).isVisible();
        administrator.acceptDialogs();

        administrator.button("Disable user-page-dan").click();
        assertThat(administrator.notice()).containsText("user-page-dan can no longer sign in");
        assertThat(administrator.row("user-page-dan")).containsText("disabled");

        member.page().reload();
        assertThat(member.page().locator("h1")).hasText("Sign in");
    }

    @Test
    void aNameThatIsTakenIsSaidOnThePage() {
        Window administrator = Window.of(BROWSER, "user-page-eve", UserRole.ADMINISTRATOR).go("/users");

        administrator.field("Name").fill("user-page-eve");
        administrator.button("Add a user").click();

        assertThat(administrator.notice()).containsText("The name user-page-eve is taken; choose another.");
    }

    @Test
    void aMemberBecomesAnAdministratorAndBack() {
        Window administrator = Window.of(BROWSER, "user-page-fay", UserRole.ADMINISTRATOR).go("/users");
        addUser(administrator, "user-page-gus");

        administrator.button("Make user-page-gus administrator").click();
        assertThat(administrator.notice()).containsText("user-page-gus is now an administrator.");
        administrator.button("Make user-page-gus member").click();

        assertThat(administrator.notice()).containsText("user-page-gus is now a member.");
    }

    @Test
    void whoLosesTheRightMeanwhileReadsSoInsteadOfAnEmptyPage() {
        Window administrator = Window.of(BROWSER, "user-page-hal", UserRole.ADMINISTRATOR).go("/users");
        var users = TestMillrace.shared().get(Users.class);
        long id = users.list(null, 500).items().stream().filter(user -> user.name().equals("user-page-hal")).findFirst()
                .orElseThrow().id();
        users.change(id, UserRole.MEMBER, null, null);

        administrator.field("Name").fill("user-page-ida");
        administrator.button("Add a user").click();

        assertThat(administrator.page().locator("h1")).hasText("Not allowed");
        assertThat(administrator.page().locator("#content"))
                .containsText("Only an administrator may do this; ask one.");
    }

    private static String addUser(Window administrator, String name) {
        administrator.field("Name").fill(name);
        administrator.button("Add a user").click();
        assertThat(administrator.notice()).containsText(name + " is added.");
        return administrator.handover().inputValue();
    }
}
