package dev.millrace.web;

import dev.millrace.runtime.Part;
import dev.millrace.runtime.Part.State;
import dev.millrace.runtime.Parts;
import dev.millrace.runtime.ProcessRow;
import dev.millrace.runtime.Processes;
import java.util.Comparator;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The first page: how this installation is right now. */
@Controller
class StatusPage {
    private final Parts parts;
    private final Processes processes;

    StatusPage(Parts parts, Processes processes) {
        this.parts = parts;
        this.processes = processes;
    }

    @GetMapping("/")
    String show(Model model) {
        List<Part> all = parts.list();
        model.addAttribute("parts", all);
        model.addAttribute("state", all.stream().map(Part::state).max(Comparator.naturalOrder()).orElse(State.UP));
        model.addAttribute("processes", processes());
        model.addAttribute("self", processes.self());
        model.addAttribute("java", Runtime.version().toString());
        return "status/status";
    }

    /** Without the database there is no list, but there is still a page that says so. */
    private List<ProcessRow> processes() {
        try {
            return processes.list();
        } catch (DataAccessException _) {
            return List.of();
        }
    }
}
