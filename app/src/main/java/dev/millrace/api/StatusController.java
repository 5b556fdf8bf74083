package dev.millrace.api;

import dev.millrace.runtime.Part;
import dev.millrace.runtime.Parts;
import dev.millrace.runtime.ProcessRow;
import dev.millrace.runtime.Processes;
import dev.millrace.runtime.Release;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Status", description = "The installation")
class StatusController {
    private final Parts parts;
    private final Processes processes;

    StatusController(Parts parts, Processes processes) {
        this.parts = parts;
        this.processes = processes;
    }

    /** @param processes every Millrace that shares this database */
    record Status(String version, List<Part> parts, List<ProcessRow> processes) {}

    @GetMapping("/api/status")
    @Operation(summary = "How the installation is right now", description = "Its parts, and every process that shares its database.")
    Status status() {
        return new Status(Release.version(), parts.list(), processes.list());
    }
}
