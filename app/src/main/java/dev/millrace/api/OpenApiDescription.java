package dev.millrace.api;

import dev.millrace.runtime.Release;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the generated API document says beyond what the controllers tell by themselves. */
@Configuration(proxyBeanMethods = false)
class OpenApiDescription {
    private static final String PROBLEM = "Problem";

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info().title("Millrace").version(Release.version())
                        .description(
                                "JSON in camelCase. Lists are pages with `items` and `next`; failures are problem documents with a sentence that says what to do.")
                        .license(new License().name("Apache-2.0")))
                .components(new Components().addSecuritySchemes("apiToken",
                        new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer")
                                .description("An API token from the page Tokens or from `millrace token create`.")))
                .addSecurityItem(new SecurityRequirement().addList("apiToken"));
    }

    /** Every operation can fail in the same ways, so they are said once and added to all. */
    @Bean
    OpenApiCustomizer problemResponses() {
        return document -> {
            ModelConverters.getInstance().read(ProblemDocument.class)
                    .forEach((_, schema) -> document.getComponents().addSchemas(PROBLEM, schema));
            ModelConverters.getInstance().read(ApiProblem.Field.class)
                    .forEach(document.getComponents()::addSchemas);
            document.getPaths().values().stream().flatMap(path -> path.readOperations().stream())
                    .forEach(operation -> operation.getResponses().addApiResponse("default", problemResponse()));
        };
    }

    private static ApiResponse problemResponse() {
        Schema<?> schema = new Schema<>().$ref("#/components/schemas/" + PROBLEM);
        return new ApiResponse().description("A problem, with a sentence that says what to do.")
                .content(new Content().addMediaType("application/problem+json", new MediaType().schema(schema)));
    }
}
