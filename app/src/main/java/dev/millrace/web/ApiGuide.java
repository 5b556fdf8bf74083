package dev.millrace.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** An OpenAPI document, turned into what its page shows. */
record ApiGuide(Map<String, List<Operation>> groups) {
    record Operation(String method, String path, String summary, String description, List<Field> parameters,
            List<Field> body, List<Field> answer) {
        /** For the address bar: a link to one operation. */
        public String anchor() {
            return (method + path).toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
        }
    }

    record Field(String name, String type, boolean required) {}

    static ApiGuide of(JsonNode document) {
        Map<String, List<Operation>> groups = new TreeMap<>();
        document.path("paths").forEachEntry((path, methods) -> methods.forEachEntry((method, operation) -> groups
                .computeIfAbsent(operation.path("tags").path(0).asString("Other"), _ -> new ArrayList<>())
                .add(operation(document, method.toUpperCase(Locale.ROOT), path, operation))));
        return new ApiGuide(groups);
    }

    private static Operation operation(JsonNode document, String method, String path, JsonNode operation) {
        List<Field> parameters = operation.path("parameters").valueStream()
                .map(parameter -> new Field(parameter.path("name").asString(), type(parameter.path("schema")),
                        parameter.path("required").asBoolean(false)))
                .toList();
        JsonNode success = operation.path("responses").propertyStream()
                .filter(response -> response.getKey().startsWith("2")).findFirst()
                .map(Map.Entry::getValue).orElse(operation.path("none"));
        return new Operation(method, path, operation.path("summary").asString(""),
                operation.path("description").asString(""), parameters,
                fields(document, content(operation.path("requestBody"))), fields(document, content(success)));
    }

    private static JsonNode content(JsonNode holder) {
        return holder.path("content").valueStream().findFirst().map(media -> media.path("schema"))
                .orElse(holder.path("none"));
    }

    private static List<Field> fields(JsonNode document, JsonNode schema) {
        JsonNode resolved = schema.has("$ref") ? document.at(schema.path("$ref").asString().substring(1)) : schema;
        List<String> required = resolved.path("required").valueStream().map(JsonNode::asString).toList();
        return resolved.path("properties").propertyStream()
                .map(property -> new Field(property.getKey(), type(property.getValue()),
                        required.contains(property.getKey())))
                .toList();
    }

    private static String type(JsonNode schema) {
        if (schema.has("$ref")) {
            String reference = schema.path("$ref").asString();
            return reference.substring(reference.lastIndexOf('/') + 1);
        }
        if (schema.has("enum")) {
            return String.join(" | ", schema.path("enum").valueStream().map(JsonNode::asString).toList());
        }
        String type = schema.path("type").asString("any");
        return type.equals("array") ? "list of " + type(schema.path("items")) : schema.path("format").asString(type);
    }
}
