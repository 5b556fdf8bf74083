package dev.millrace.web;

import dev.millrace.access.UserRole;
import dev.millrace.access.Users;
import dev.millrace.testing.Browser;
import dev.millrace.testing.TestMillrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/** Users, as an administrator keeps them. Their names begin with a digit, so that they stand on the first page. */
class UsersBrowserTests {
    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @Test
    void aNewMemberComesInByTheLinkThatIsHandedOver() {
        Window administrator = Window.of(BROWSER, "0-page-ada", UserRole.ADMINISTRATOR).go("/users");

        Window member = Window.open(BROWSER).comeInBy(addUser(administrator, "0-page-ben"));

        assertThat(member.menu("0-page-ben")).isVisible();
        assertThat(member.menu("Users")).hasCount(0);
        member.go("/users");
        assertThat(member.heading()).isEqualTo("Not allowed");
        assertThat(member.page().locator(".figure")).hasText("403");
    }

    @Test
    void disablingAUserEndsTheirWindow() {
        Window administrator = Window.of(BROWSER, "0-page-cid", UserRole.ADMINISTRATOR).go("/users");
        Window member = Window.open(BROWSER).comeInBy(addUser(administrator, "0-page-dan"));
        assertThat(member.menu("0-page-dan")).isVisible();
        administrator.acceptDialogs();

        administrator.button("Disable 0-page-dan").click();
        assertThat(administrator.notice()).containsText("0-page-dan can no longer sign in");
        assertThat(administrator.row("0-page-dan")).containsText("disabled");

        member.page().reload();
        assertThat(member.page().locator("h1")).hasText("Sign in");
    }

    @Test
    void aNameThatIsTakenIsSaidOnThePage() {
        Window administrator = Window.of(BROWSER, "0-page-eve", UserRole.ADMINISTRATOR).go("/users");

        administrator.field("Name").fill("0-page-eve");
        administrator.button("Add a user").click();

        assertThat(administrator.notice()).containsText("The name 0-page-eve is taken; choose another.");
        assertThat(administrator.notice()).isFocused();
    }

    @Test
    void aMemberBecomesAnAdministratorAndBack() {
        Window administrator = Window.of(BROWSER, "0-page-fay", UserRole.ADMINISTRATOR).go("/users");
        addUser(administrator, "0-page-gus");

        administrator.button("Make 0-page-gus administrator").click();
        assertThat(administrator.notice()).containsText("0-page-gus is now an administrator.");
        administrator.button("Make 0-page-gus member").click();

        assertThat(administrator.notice()).containsText("0-page-gus is now a member.");
    }

    @Test
    void whoLosesTheRightMeanwhileReadsSoInsteadOfAnEmptyPage() {
        Window administrator = Window.of(BROWSER, "0-page-hal", UserRole.ADMINISTRATOR).go("/users");
        var users = TestMillrace.shared().get(Users.class);
        long id = users.list(null, 500).items().stream().filter(user -> user.name().equals("0-page-hal")).findFirst()
                .orElseThrow().id();
        users.change(id, UserRole.MEMBER, null, null);

        administrator.field("Name").fill("0-page-ida");
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
