package dev.millrace.cli;

import dev.millrace.access.TokenScope;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(name = "token", description = "API tokens and sign-in links.", synopsisSubcommandLabel = "COMMAND")
final class TokenCommand implements Runnable {
    private final Class<?> application;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    TokenCommand(Class<?> application) {
        this.application = application;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name one of create, list, revoke, link.");
    }

    @Command(name = "create", description = "Make an API token and print it, this once.")
    int create(@Mixin DataDirOption dataDir,
            @Parameters(paramLabel = "NAME", description = "What it is for.") String name,
            @Option(names = "--scope", paramLabel = "SCOPE", description = "api (all that you may do), read, or metrics. Default: api") @Nullable TokenScope scope,
            @Option(names = "--days", paramLabel = "N", description = "Valid for so many days. Default: until revoked") @Nullable Integer days,
            @Option(names = "--json", description = "Answer as JSON.") boolean json) {
        Map<String, Object> body = new HashMap<>(Map.of("name", name, "scope", scope == null ? TokenScope.API : scope));
        if (days != null) {
            body.put("expiresInDays", days);
        }
        return print(dataDir, api -> api.post("/api/tokens", body), json,
                (answer, out) -> out.println(answer.path("apiToken").asString()));
    }

    @Command(name = "list", description = "List your API tokens, newest first.")
    int list(@Mixin DataDirOption dataDir, @Option(names = "--json", description = "Answer as JSON.") boolean json) {
        return print(dataDir, api -> api.get("/api/tokens?pageSize=500"), json, (answer, out) -> {
            out.printf("%-6s %-10s %-9s %-26s %-26s %s%n", "ID", "BEGINS", "SCOPE", "EXPIRES", "LAST USED", "NAME");
            for (JsonNode row : answer.path("items")) {
                out.printf("%-6s %-10s %-9s %-26s %-26s %s%s%n", row.path("id").asString(), row.path("hint").asString(),
                        row.path("scope").asString(),
                        row.path("expiresAt").asString("never"), row.path("lastUsedAt").asString("never"),
                        row.path("name").asString(),
                        row.path("revokedAt").isNull() ? "" : " (revoked)");
            }
        });
    }

    @Command(name = "revoke", description = "Make an API token useless.")
    int revoke(@Mixin DataDirOption dataDir,
            @Parameters(paramLabel = "ID", description = "As 'millrace token list' shows it.") long id,
            @Option(names = "--json", description = "Answer as JSON.") boolean json) {
        return print(dataDir, api -> api.delete("/api/tokens/" + id), json,
                (answer, out) -> out.printf("Token %d (%s) is revoked.%n", id, answer.path("name").asString()));
    }

    @Command(name = "link", description = "Print a link that signs you in, once, within a day.")
    int link(@Mixin DataDirOption dataDir, @Option(names = "--json", description = "Answer as JSON.") boolean json) {
        return print(dataDir, TokenCommand::makeLink, json,
                (answer, out) -> out.println(answer.path("url").asString()));
    }

    private static JsonNode makeLink(ApiClient api) {
        String me = api.get("/api/me").path("userId").asString();
        return api.post("/api/users/%s/sign-in-links".formatted(me), Map.of());
    }

    private interface Printer {
        void print(JsonNode answer, PrintWriter out);
    }

    private int print(DataDirOption dataDir, Function<ApiClient, JsonNode> call, boolean json, Printer printer) {
        PrintWriter out = spec.commandLine().getOut();
        try (Product product = Product.open(application, dataDir)) {
            JsonNode answer = call.apply(product.api());
            if (json) {
                out.println(answer.toPrettyString());
            } else {
                printer.print(answer, out);
            }
            out.flush();
            if (product.isTemporary() && answer.has("url")) {
                spec.commandLine().getErr()
                        .println("millrace: no server is running; start 'millrace serve' before you open the link.");
            }
            return 0;
        }
    }
}
