package dev.millrace.cli;

import dev.millrace.runtime.MillraceSettings;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the installation lives; the same on every command. */
final class DataDirOption {
    @Option(names = "--data-dir", paramLabel = "FOLDER", description = "The data folder. Default: MILLRACE_DATA_DIR, else ./data")
    private @Nullable Path given;

    /** What this command is told, by the option, the environment and the file in the folder it is started in. */
    MillraceSettings settings() {
        return MillraceSettings.load(overrides());
    }

    /** For a server that this command starts; it reads the environment and the file by itself. */
    Map<String, String> overrides() {
        if (given != null && given.toString().isBlank()) { // an unset variable in a script; it would mean the current folder
            throw CommandFailed.wrongUse("--data-dir names no folder: give one, or leave the option out for ./data.");
        }
        return given == null ? Map.of() : Map.of("millrace.data-dir", given.toAbsolutePath().toString());
    }
}
