package dev.millrace.cli;

import dev.millrace.Millrace;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a person sees who asks for help or mistypes; nothing here starts a server. */
class CommandLineTests {
    @TempDir
    Path folder;

    @Test
    void helpListsEveryCommand() {
        Said said = Said.by("--help");

        assertThat(said.exitCode()).isZero();
        assertThat(said.err()).isEmpty();
        assertThat(said.out()).contains("Usage: millrace", "demo", "serve", "doctor", "token", "sql", "Exit code");
    }

    static Stream<String> everyCommand() {
        return Stream.of("demo", "serve", "doctor", "token", "sql", "token create", "token list", "token revoke",
                "token link");
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void everyCommandHasItsOwnHelp(String command) {
        Said said = Said.by((command + " --help").split(" "));

        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).startsWith("Usage: millrace " + command);
    }

    @Test
    void theVersionNamesTheProductAndTheJava() {
        Said said = Said.by("--version");

        assertThat(said.exitCode()).isZero();
        assertThat(said.out()).containsPattern("(?m)^millrace \\S+$").contains("Java 25");
    }

    @ParameterizedTest
    @CsvSource({"serv,serve", "docter,doctor", "tokens,token", "sqll,sql"})
    void anUnknownWordGetsASuggestion(String typed, String meant) {
        Said said = Said.by(typed);

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).contains("Did you mean", "millrace " + meant).doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "token", "token create", "token revoke", "token revoke seven",
            "token create x --days many",
            "token create x --scope everything", "serve --roles cook", "serve --port many",
            "sql --format xml", "sql a b", "demo x"})
    void wrongUseSaysWhatIsMissingAndExitsWithTwo(String arguments) {
        Said said = Said.by(Arrays.stream(arguments.split(" ")).filter(word -> !word.isEmpty()).toArray(String[]::new));

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).contains("Usage: millrace").doesNotContain("\tat ");
    }

    @Test
    void anUnknownOptionGetsASuggestionToo() {
        Said said = Said.by("serve", "--prot", "80");

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err()).contains("Unknown option", "--port").doesNotContain("\tat ");
    }

    @Test
    void sqlTakesAStatementOrAFileButNotBoth() {
        Said said = Said.by("sql", "-c", "select 1", "file.sql", "--data-dir", folder.toString());

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err().strip()).isEqualTo("millrace: Give either -c or a file, not both.");
        assertThat(folder).isEmptyDirectory();
    }

    /** As a script with an unset variable would have it: it must not become the current folder. */
    @ParameterizedTest
    @ValueSource(strings = {"serve", "doctor", "sql", "token list"})
    void anEmptyFolderNameIsWrongUse(String command) {
        Said said = Said.by((command + " --data-dir=").split(" ", -1));

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err()).contains("--data-dir names no folder");
    }

    @Test
    void aFolderThatCannotBeUsedIsOneSentence() {
        Said said = Said.by("token", "list", "--data-dir", "/proc/millrace");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).isEmpty();
        assertThat(said.err().strip()).startsWith("millrace: The data folder /proc/millrace").hasLineCount(1);
    }

    /** What a command printed and how it ended. */
    record Said(int exitCode, String out, String err) {
        static Said by(String... arguments) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int exitCode = CommandLineInterface.commandLine(Millrace.class).setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true)).execute(arguments);
            return new Said(exitCode, out.toString(), err.toString());
        }
    }
}
