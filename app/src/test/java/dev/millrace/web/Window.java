package dev.millrace.web;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.millrace.access.UserRole;
import dev.millrace.access.Users;
import dev.millrace.testing.Browser;
import dev.millrace.testing.TestMillrace;

/** One window of a person's browser, in the words of a test. */
final class Window {
    static final int PHONE = 390;

    private static final TestMillrace MILLRACE = TestMillrace.shared();

    private final Page page;

    private Window(Page page) {
        this.page = page;
    }

    static Window of(Page page) {
        return new Window(page);
    }

    /** A stranger's window. */
    static Window open(Browser browser) {
        return new Window(browser.open(MILLRACE));
    }

    /** A new user's window, signed in by a one-time link. */
    static Window of(Browser browser, String name, UserRole role) {
        return new Window(browser.openAs(MILLRACE, add(name, role)));
    }

    /** The same with other eyes: another width, zone or colour scheme. */
    static Window of(Browser browser, String name, UserRole role, NewContextOptions options) {
        return new Window(browser.openAs(MILLRACE, add(name, role), options));
    }

    static NewContextOptions phone() {
        return new NewContextOptions().setViewportSize(PHONE, 800).setHasTouch(true).setIsMobile(true);
    }

    static NewContextOptions scheme(ColorScheme scheme) {
        return new NewContextOptions().setViewportSize(1280, 800).setColorScheme(scheme);
    }

    private static long add(String name, UserRole role) {
        return MILLRACE.get(Users.class).add(name, role, null).id();
    }

    Page page() {
        return page;
    }

    Window go(String path) {
        page.navigate(path);
        return this;
    }

    /** Comes in by a link that was handed over. */
    Window comeInBy(String link) {
        go(link).button("Sign in").click();
        page.waitForURL("**/");
        return this;
    }

    String heading() {
        return page.locator("h1").innerText();
    }

    Locator button(String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    Locator field(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    Locator menu(String entry) {
        return page.locator("nav").getByText(entry, new Locator.GetByTextOptions().setExact(true));
    }

    Locator row(String text) {
        return page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText(text));
    }

    /** What just happened, as a screen reader would say it. */
    Locator notice() {
        return page.locator("[role=status], [role=alert]");
    }

    /** What is to be handed over, such as a new token. */
    Locator handover() {
        return page.locator("#handover");
    }

    void acceptDialogs() {
        page.onDialog(Dialog::accept);
    }

    Object run(String script) {
        return page.evaluate(script);
    }
}
