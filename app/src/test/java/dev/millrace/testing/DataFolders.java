package dev.millrace.testing;

import dev.millrace.runtime.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.util.FileSystemUtils;

/**
 * Data folders that are deleted after the test class. Use as a static {@code @RegisterExtension}.
 *
 * <p>They are not below a {@code @TempDir}: under root the embedded servers run as another user, who may not enter one.
 * The programs are not unpacked again for each folder, which would cost more than all else.
 */
public final class DataFolders implements AfterAllCallback {
    private final List<Path> made = new CopyOnWriteArrayList<>();

    /** A folder as before a first start, but for the programs. */
    public DataFolder create() {
        DataFolder folder = DataFolder.at(createPlain()).prepare();
        try {
            Files.createSymbolicLink(folder.binaries(), TestServers.binaries());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    /** The same without anything in it at all. */
    public Path createPlain() {
        try {
            Path folder = Files.createTempDirectory("millrace-test-folder-");
            made.add(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        for (Path folder : made) {
            FileSystemUtils.deleteRecursively(folder);
        }
    }
}
