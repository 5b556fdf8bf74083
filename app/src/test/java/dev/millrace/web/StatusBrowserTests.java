package dev.millrace.web;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.millrace.access.UserRole;
import dev.millrace.runtime.Release;
import dev.millrace.testing.Browser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/** The first page, and the frame that all pages share. */
class StatusBrowserTests {
    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @Test
    void aOneTimeLinkEndsOnAPageThatShowsTheInstallation() {
        Window window = Window.of(BROWSER, "status-ada", UserRole.ADMINISTRATOR);

        assertThat(window.heading()).isEqualTo("Status");
        assertThat(window.page()).hasURL(Pattern.compile(".*:\\d+/$"));
        for (String part : new String[]{"PostgreSQL", "Redis", "Disk", "Millrace"}) {
            Locator card = window.page().locator("li.card").filter(new Locator.FilterOptions().setHas(window.page()
                    .getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(part).setExact(true))));
            assertThat(card).containsText("up");
        }
        assertThat(window.page().locator("li.card").first()).containsText(Pattern.compile("18\\.\\d"));
        assertThat(window.page().locator("li.card").last()).containsText(Release.version());
    }

    @Test
    void thisProcessIsOnTheListWithItsRoles() {
        Window window = Window.of(BROWSER, "status-process", UserRole.MEMBER);

        assertThat(window.row("this one")).containsText(Long.toString(ProcessHandle.current().pid()));
        assertThat(window.row("this one").locator(".chip")).hasText(new String[]{"api", "scheduler", "worker"});
    }

    @Test
    void theKeyboardStaysWhereItIsWhenThePageRenewsItself() {
        Window window = Window.of(BROWSER, "status-focus", UserRole.MEMBER);
        Locator frame = window.page().locator("#processes");
        Locator link = window.page().getByText("Make an API token");

        frame.focus();
        renew(window);
        assertThat(frame).isFocused();
        link.focus();
        renew(window);

        assertThat(link).isFocused();
    }

    @Test
    void itIsLightByDayAndDarkByNight() {
        Window light = Window.of(BROWSER, "status-light", UserRole.MEMBER, Window.scheme(ColorScheme.LIGHT));
        Window dark = Window.of(BROWSER, "status-dark", UserRole.MEMBER, Window.scheme(ColorScheme.DARK));

        assertThat(brightness(light)).isGreaterThan(200);
        assertThat(brightness(dark)).isLessThan(60);
    }

    @Test
    void aChosenAppearanceStaysChosen() {
        Window window = Window.of(BROWSER, "status-chosen", UserRole.MEMBER, Window.scheme(ColorScheme.LIGHT));

        window.field("Appearance").selectOption("dark");
        assertThat(brightness(window)).isLessThan(60);
        window.go("/tokens");

        assertThat(brightness(window)).isLessThan(60);
        assertThat(window.field("Appearance")).hasValue("dark");
    }

    @Test
    void onAPhoneTheMenuOpensByItsButtonAndClosesWithEscape() {
        Window window = Window.of(BROWSER, "status-phone", UserRole.MEMBER, Window.phone());
        assertThat(window.menu("API tokens")).isHidden();

        window.button("Menu").click();
        assertThat(window.menu("API tokens")).isVisible();
        assertThat(window.button("Menu")).hasAttribute("aria-expanded", "true");
        window.page().keyboard().press("Escape");

        assertThat(window.menu("API tokens")).isHidden();
        assertThat(window.button("Menu")).hasAttribute("aria-expanded", "false");
    }

    @Test
    void theFirstKeyLeadsToTheContent() {
        Window window = Window.of(BROWSER, "status-skip", UserRole.MEMBER);

        window.page().keyboard().press("Tab");
        assertThat(window.page().locator(".skip")).isFocused();
        assertThat(window.page().locator(".skip")).isInViewport();
        window.page().keyboard().press("Enter");

        assertThat(window.page().locator("#content")).isFocused();
    }

    @Test
    void timesAreInTheZoneOfTheReader() {
        Window window = Window.of(BROWSER, "status-tokyo", UserRole.MEMBER,
                Window.scheme(ColorScheme.LIGHT).setTimezoneId("Asia/Tokyo").setLocale("en-GB"));

        assertThat(window.page().locator("time").first()).hasAttribute("title",
                Pattern.compile(".*(JST|GMT\\+9|UTC\\+9).*"));
    }

    @Test
    void anUnknownAddressIsAFriendlyPage() {
        Window window = Window.of(BROWSER, "status-lost", UserRole.MEMBER).go("/nothing-here");

        assertThat(window.heading()).isEqualTo("Not found");
        window.page().getByText("To the first page").click();

        assertThat(window.page().locator("h1")).hasText("Status");
    }

    /** What happens every ten seconds, now; ends when the old part has given way to a new one. */
    private static void renew(Window window) {
        assertThat(window.run("""
                () => {
                  const old = document.getElementById('status');
                  return new Promise((done) => {
                    document.addEventListener('htmx:afterSettle', () => done(!old.isConnected), { once: true });
                    htmx.ajax('GET', '/', { source: old, target: old, swap: 'outerHTML', select: '#status' });
                  });
                }
                """)).as("the old part is gone").isEqualTo(true);
    }

    private static int brightness(Window window) {
        return ((Number) window.run(
                "Math.max(...getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number))"))
                .intValue();
    }
}
