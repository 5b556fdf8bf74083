package dev.millrace.runtime;

import java.util.List;

/** Turns what a server or one of its tools printed into one sentence. */
final class ServerLog {
    private ServerLog() {}

    static String explain(String program, String output) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        if (output.contains("No space left on device")) {
            return "The disk of the data folder is full (%s said: no space left on device); free some space or choose another folder with MILLRACE_DATA_DIR."
                    .formatted(name);
        }
        if (output.contains("Permission denied")) {
            return "%s was not allowed to use the data folder (%s); choose a folder that the user %s may enter with MILLRACE_DATA_DIR."
                    .formatted(name, lastWord(output),
                            Posix.isRoot() ? Posix.unprivilegedUser() : System.getProperty("user.name"));
        }
        return "%s did not start: %s".formatted(name, lastWord(output));
    }

    /** The line that most likely says why: the last one marked fatal or error, else the last one at all. */
    private static String lastWord(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.reversed().stream().filter(line -> line.contains("FATAL") || line.contains("error")).findFirst()
                .or(() -> lines.reversed().stream().findFirst()).map(String::strip).orElse("it said nothing");
    }
}
