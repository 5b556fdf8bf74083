package dev.millrace.testing;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import dev.millrace.access.SignInLinks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A real browser for one test class: the system's Chromium, headless. Use as a static {@code @RegisterExtension}.
 *
 * <p>A test fails when a page breaks its content policy, logs an error, or asks another host for anything; a failing test
 * leaves a screenshot in {@code target/screenshots}. Without Chromium the tests are skipped on a person's machine and
 * fail in CI.
 */
public final class Browser implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final List<BrowserContext> contexts = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private @Nullable Playwright playwright;
    private com.microsoft.playwright.@Nullable Browser browser;

    @Override
    public void beforeAll(ExtensionContext context) {
        Optional<Path> chromium = chromium();
        if (chromium.isEmpty() && System.getenv("CI") == null) {
            System.err.println("Chromium was not found on the PATH or at CHROME_PATH: the browser tests are skipped.");
            Assumptions.abort("no Chromium");
        }
        assertThat(chromium).as("Chromium, which CI must have").isPresent();
        playwright = Playwright
                .create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium()
                .launch(new BrowserType.LaunchOptions().setExecutablePath(chromium.get()).setHeadless(true)
                        .setChromiumSandbox(!"root".equals(System.getProperty("user.name")))
                        .setArgs(List.of("--disable-gpu", "--disable-quic", "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage")));
    }

    /** A new window with no cookies, 1280 pixels wide. */
    public Page open(TestMillrace millrace) {
        return open(millrace, new NewContextOptions().setViewportSize(1280, 800));
    }

    public Page open(TestMillrace millrace, NewContextOptions options) {
        String base = millrace.stranger().base().toString();
        BrowserContext context = Objects.requireNonNull(browser).newContext(options.setBaseURL(base));
        contexts.add(context);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            // A failed request is reported in the console too; tests ask for some on purpose.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            if (!request.url().startsWith(base) && !request.url().startsWith("data:")) {
                complaints.add("asked another host: " + request.url());
            }
        });
        return page;
    }

    /** A new window, signed in as the given user by a one-time link. */
    public Page openAs(TestMillrace millrace, long userId) {
        return signIn(open(millrace), millrace, userId);
    }

    public Page openAs(TestMillrace millrace, long userId, NewContextOptions options) {
        return signIn(open(millrace, options), millrace, userId);
    }

    private static Page signIn(Page page, TestMillrace millrace, long userId) {
        page.navigate(millrace.get(SignInLinks.class).make(userId).toString());
        page.keyboard().press("Enter"); // the button has the focus
        page.waitForURL("**/");
        return page;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        boolean failed = context.getExecutionException().isPresent();
        for (BrowserContext window : contexts) {
            for (Page page : window.pages()) {
                if (failed) {
                    Files.createDirectories(SCREENSHOTS);
                    page.screenshot(new Page.ScreenshotOptions().setFullPage(true)
                            .setPath(SCREENSHOTS.resolve(context.getRequiredTestClass().getSimpleName() + "-"
                                    + context.getRequiredTestMethod().getName() + ".png")));
                }
            }
            window.close();
        }
        contexts.clear();
        List<String> heard = List.copyOf(complaints);
        complaints.clear();
        assertThat(heard).as("errors in the browser's console, and requests to other hosts").isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (playwright != null) {
            playwright.close();
        }
    }

    private static Optional<Path> chromium() {
        Stream<Path> named = Stream.ofNullable(System.getenv("CHROME_PATH")).map(Path::of);
        Stream<Path> onPath = Arrays.stream(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":", -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)));
        return Stream.concat(named, onPath).filter(Files::isExecutable).findFirst();
    }
}
