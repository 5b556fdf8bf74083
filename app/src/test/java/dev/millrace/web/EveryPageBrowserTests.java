package dev.millrace.web;

import dev.millrace.access.ApiTokens;
import dev.millrace.access.TokenScope;
import dev.millrace.access.UserRole;
import dev.millrace.access.Users;
import dev.millrace.testing.Browser;
import dev.millrace.testing.TestMillrace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds for each page, whatever it shows. */
class EveryPageBrowserTests {
    @RegisterExtension
    static final Browser BROWSER = new Browser();

    private static final List<String> PAGES = List.of("/", "/tokens", "/users", "/account", "/api-guide",
            "/nothing-here");

    /** What a screen reader needs, and what this page lacks of it. */
    private static final String LACKS = """
            () => {
              const lacks = [];
              const name = (e) => (e.getAttribute('aria-label') ?? e.textContent ?? '').trim() || e.title;
              if (!document.documentElement.lang) lacks.push('a language');
              if (!document.title.trim()) lacks.push('a title');
              if (document.querySelectorAll('h1').length !== 1) lacks.push('exactly one h1');
              if (document.querySelectorAll('main').length !== 1) lacks.push('exactly one main');
              if (document.querySelectorAll('header').length < 1) lacks.push('a header');
              document.querySelectorAll('input:not([type=hidden]), select, textarea').forEach((e) => {
                if (!(e.labels?.length || e.getAttribute('aria-label') || e.getAttribute('aria-hidden') === 'true'))
                  lacks.push('a label for ' + e.outerHTML);
              });
              document.querySelectorAll('button, a[href]').forEach((e) => { if (!name(e)) lacks.push('a name for ' + e.outerHTML); });
              document.querySelectorAll('img').forEach((e) => { if (!e.hasAttribute('alt')) lacks.push('a text for ' + e.outerHTML); });
              document.querySelectorAll('th').forEach((e) => { if (!e.scope) lacks.push('a scope for ' + e.outerHTML); });
              document.querySelectorAll('[aria-controls], [aria-describedby], label[for]').forEach((e) => {
                for (const id of [e.getAttribute('aria-controls'), e.getAttribute('aria-describedby'), e.getAttribute('for')])
                  if (id && !document.getElementById(id)) lacks.push('the target of ' + e.outerHTML);
              });
              const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
              ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => lacks.push('only one #' + id));
              const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((e) => Number(e.tagName[1]));
              levels.forEach((level, i) => { if (i > 0 && level > levels[i - 1] + 1) lacks.push('a heading before h' + level); });
              return lacks;
            }
            """;

    @Test
    void everyPageFitsAPhone() {
        Window window = Window.of(BROWSER, "every-phone", UserRole.ADMINISTRATOR, Window.phone());
        addLongNames("every-phone");

        for (String path : PAGES) {
            window.go(path);

            assertThat(widths(window)).as(path).isEqualTo("fits");
        }
        assertThat(widths(Window.of(BROWSER.open(TestMillrace.shared(), Window.phone())).go("/sign-in")))
                .isEqualTo("fits");
    }

    @Test
    void everyPageCanBeReadAloud() {
        Window window = Window.of(BROWSER, "every-aloud", UserRole.ADMINISTRATOR);
        addLongNames("every-aloud");

        for (String path : PAGES) {
            window.go(path);

            assertThat(window.run(LACKS)).as(path).isEqualTo(List.of());
            assertThat(window.page().locator("nav[aria-label]").count()).as(path).isEqualTo(1);
        }
        assertThat(Window.open(BROWSER).go("/sign-in").run(LACKS)).isEqualTo(List.of());
    }

    @Test
    void thePlaceInTheMenuIsMarked() {
        Window window = Window.of(BROWSER, "every-menu", UserRole.ADMINISTRATOR);

        for (String path : PAGES.subList(0, 5)) {
            window.go(path);

            assertThat(window.page().locator("nav [aria-current=page]").getAttribute("href")).isEqualTo(path);
        }
    }

    private static String widths(Window window) {
        return String.valueOf(window.run(
                "document.documentElement.scrollWidth <= innerWidth && innerWidth === %d ? 'fits' : document.documentElement.scrollWidth + ' of ' + innerWidth"
                        .formatted(Window.PHONE)));
    }

    private static void addLongNames(String owner) {
        Users users = TestMillrace.shared().get(Users.class);
        users.add(owner + "-with-a-name-that-goes-on-and-on-until-it-has", UserRole.MEMBER, null);
        long id = users.list(null, 500).items().stream().filter(user -> user.name().equals(owner)).findFirst()
                .orElseThrow()
                .id();
        TestMillrace.shared().get(ApiTokens.class).make(id, "A".repeat(100), TokenScope.API, null);
    }
}
