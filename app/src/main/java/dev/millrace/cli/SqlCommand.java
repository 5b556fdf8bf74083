package dev.millrace.cli;

import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.runtime.EmbeddedServers;
import dev.millrace.runtime.MillraceSettings;
import dev.millrace.runtime.RunningMillrace;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "sql", description = "Query the database, read-only, as the role millrace_reader.", footer = {"",
        "Without -c and FILE it opens a prompt: psql if it is installed, else a simple one of its own;",
        "what comes through a pipe is run as a file would be.",
        "docs/sql.md says how pandas, Grafana and others connect."})
final class SqlCommand implements Callable<Integer> {
    static final String READER = "millrace_reader";

    private final Class<?> application;

    @Mixin
    private final DataDirOption dataDir = new DataDirOption();

    @Option(names = {"-c", "--command"}, paramLabel = "SQL", description = "Run this and end.")
    private @Nullable String command;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Run the statements in this file and end; - reads standard input.")
    private @Nullable String file;

    @Option(names = "--url", description = "Print the URL to connect with, and end.")
    private boolean url;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "table", description = "table, csv or json (one object a line). Default: ${DEFAULT-VALUE}")
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private ResultPrinter.Format format;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    SqlCommand(Class<?> application) {
        this.application = application;
    }

    @Override
    public Integer call() throws IOException {
        if (command != null && file != null) {
            throw CommandFailed.wrongUse("Give either -c or a file, not both.");
        }
        MillraceSettings settings = dataDir.settings();
        if (settings.databaseUrl().isPresent()) {
            return use(DatabaseAddress.parse(settings.databaseUrl().get(), settings.readerPassword()));
        }
        if (Product.variable(Product.URL).isPresent()) {
            throw CommandFailed.wrongUse(
                    "MILLRACE_URL names a server, but SQL needs its database: set MILLRACE_DATABASE_URL too, or unset MILLRACE_URL.");
        }
        Optional<EmbeddedServers> live = EmbeddedServers.join(settings.dataFolder());
        if (live.isPresent()) {
            return use(live.get().database());
        }
        try (RunningMillrace own = Product.startQuietly(application, dataDir)) {
            if (url) {
                spec.commandLine().getErr().println(
                        "millrace: the embedded database runs only while Millrace does; start 'millrace serve' before you connect.");
            }
            return use(own.services().database());
        }
    }

    private int use(DatabaseAddress address) throws IOException {
        if (url) {
            spec.commandLine().getOut().println(address.asUri(READER, readerPassword(address)));
            return 0;
        }
        boolean isPrompt = command == null && file == null && isTerminal();
        if (isPrompt) {
            Optional<Integer> psql = Psql.run(address);
            if (psql.isPresent()) {
                return psql.get();
            }
        }
        try (Connection connection = connect(address)) {
            ResultPrinter printer = new ResultPrinter(spec.commandLine().getOut(), format);
            return isPrompt ? prompt(connection, printer) : runAll(connection, printer);
        } catch (SQLException e) {
            throw CommandFailed.because("The database says: " + e.getMessage());
        }
    }

    private static boolean isTerminal() {
        Optional<Console> console = Optional.ofNullable(System.console());
        return console.isPresent() && console.get().isTerminal();
    }

    private int runAll(Connection connection, ResultPrinter printer) throws SQLException, IOException {
        printer.run(connection, command != null ? command : read());
        return 0;
    }

    private String read() throws IOException {
        if (file == null || file.equals("-")) { // from a pipe
            return new String(System.in.readAllBytes(), Charset.defaultCharset());
        }
        Path path = Path.of(String.valueOf(file));
        if (!Files.isReadable(path) || !Files.isRegularFile(path)) {
            throw CommandFailed.wrongUse("There is no readable file %s.".formatted(path));
        }
        return Files.readString(path);
    }

    /** Reads statements up to their semicolon; an error is shown and the prompt goes on. */
    private int prompt(Connection connection, ResultPrinter printer) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        StringBuilder statement = new StringBuilder();
        err.println("Read-only SQL; end a statement with ';', leave with \\q. Tables: \\d");
        while (true) {
            err.print(statement.isEmpty() ? "millrace=> " : "millrace-> ");
            err.flush();
            String line = in.readLine();
            if (line == null || line.strip().equals("\\q")) {
                return 0;
            }
            statement.append(line.strip().equals("\\d") ? ResultPrinter.TABLES : line).append('\n');
            if (statement.toString().stripTrailing().endsWith(";")) {
                try {
                    printer.run(connection, statement.toString());
                } catch (SQLException e) {
                    err.println(e.getMessage());
                }
                statement.setLength(0);
            }
        }
    }

    /** As the reader where its password is known, else as the owner who steps down to the reader's rights. */
    private static Connection connect(DatabaseAddress address) throws SQLException {
        if (address.readerPassword().isPresent()) {
            return DriverManager.getConnection(address.jdbcUrl(), READER, address.readerPassword().get());
        }
        Connection connection = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        try (var statement = connection.createStatement()) {
            statement.execute("set role " + READER);
            statement.execute("set default_transaction_read_only = on");
        } catch (SQLException e) {
            connection.close();
            throw CommandFailed.because(
                    "The role %s cannot be taken on (%s): set MILLRACE_READER_PASSWORD, or run 'millrace doctor' to see what is missing."
                            .formatted(READER, e.getMessage()));
        }
        return connection;
    }

    private static String readerPassword(DatabaseAddress address) {
        return address.readerPassword().orElseThrow(() -> CommandFailed
                .because("The password of millrace_reader is not known here: set MILLRACE_READER_PASSWORD."));
    }
}
