package dev.millrace.cli;

import dev.millrace.runtime.DataFolder;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the installation lives; the same on every command. */
final class DataDirOption {
    @Option(names = "--data-dir", paramLabel = "FOLDER", description = "The data folder. Default: MILLRACE_DATA_DIR, else ./data")
    private @Nullable Path given;

    DataFolder folder() {
        return DataFolder.at(path());
    }

    /** As a setting for a server that this command starts. */
    Map<String, String> setting() {
        return Map.of("millrace.data-dir", path().toAbsolutePath().toString());
    }

    private Path path() {
        String variable = System.getenv("MILLRACE_DATA_DIR");
        return given != null ? given : Path.of(variable == null || variable.isBlank() ? "data" : variable);
    }
}
