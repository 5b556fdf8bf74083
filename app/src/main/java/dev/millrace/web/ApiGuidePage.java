package dev.millrace.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.springdoc.webmvc.api.OpenApiWebMvcResource;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import tools.jackson.databind.json.JsonMapper;

/** The API document in a form to read. The usual viewer needs inline styles, which our content policy forbids. */
@Controller
class ApiGuidePage {
    private static final String DOCUMENT = "/api/openapi.json";

    private final OpenApiWebMvcResource document;
    private final JsonMapper json;

    ApiGuidePage(OpenApiWebMvcResource document, JsonMapper json) {
        this.document = document;
        this.json = json;
    }

    @GetMapping("/api-guide")
    String show(Model model, HttpServletRequest request) throws JsonProcessingException {
        model.addAttribute("groups",
                ApiGuide.of(json.readTree(document.openapiJson(request, DOCUMENT, Locale.ENGLISH))).groups());
        model.addAttribute("document", DOCUMENT);
        return "api-guide/api-guide";
    }
}
