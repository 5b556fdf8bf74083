package dev.millrace.api;

import dev.millrace.testing.Http.Answer;
import dev.millrace.testing.TestMillrace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The description of the API, as programs read it. */
class OpenApiTests {
    private final Answer answer = TestMillrace.shared().stranger().get("/api/openapi.json").require(200);
    private final JsonNode document = answer.json();

    @Test
    void anybodyMayReadIt() {
        assertThat(answer.header("Content-Type")).get().asString().startsWith("application/json");
        assertThat(document.path("openapi").asString()).startsWith("3.");
        assertThat(document.at("/info/title").asString()).isEqualTo("Millrace");
    }

    @Test
    void itListsTheEndpointsAndNothingElse() {
        assertThat(document.path("paths").propertyNames()).contains("/api/me", "/api/me/password", "/api/tokens",
                "/api/tokens/{id}", "/api/users", "/api/users/{id}", "/api/users/{id}/sign-in-links", "/api/status")
                .allMatch(path -> path.startsWith("/api/"));
    }

    @Test
    void everyOperationSaysWhatItDoesAndHowItFails() {
        List<String> seen = new ArrayList<>();

        eachOperation((name, operation) -> {
            seen.add(name);
            assertThat(operation.path("summary").asString("")).as(name).isNotBlank();
            assertThat(operation.path("tags")).as(name).isNotEmpty();
            assertThat(operation.at("/responses/default/content/application~1problem+json/schema/$ref").asString(""))
                    .as(name).isEqualTo("#/components/schemas/Problem");
        });

        assertThat(seen).hasSizeGreaterThan(8);
    }

    @Test
    void theShapeOfAProblemIsDescribed() {
        assertThat(document.at("/components/schemas/Problem/properties").propertyNames()).contains("type", "title",
                "status", "detail", "code", "fields", "requestId");
    }

    @Test
    void whoCallsIsNoParameter() {
        eachOperation((name, operation) -> assertThat(operation.path("parameters").valueStream()
                .map(parameter -> parameter.path("name").asString())).as(name)
                .isSubsetOf("id", "userId", "pageSize", "after"));
        assertThat(document.at("/components/schemas/NewPassword/properties").propertyNames())
                .containsExactlyInAnyOrder("currentPassword", "password");
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        assertThat(document.findValuesAsString("$ref")).isNotEmpty()
                .allSatisfy(reference -> assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference)
                        .isFalse());
    }

    private void eachOperation(BiConsumer<String, JsonNode> check) {
        document.path("paths").forEachEntry((path, methods) -> methods
                .forEachEntry((method, operation) -> check.accept(method + " " + path, operation)));
    }
}
