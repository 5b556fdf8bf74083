package dev.millrace.cli;

import dev.millrace.runtime.CannotStart;
import dev.millrace.runtime.Release;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Runs one command and answers its exit code. */
public final class CommandLineInterface {
    static final int FAILED = 1;
    static final int WRONG_USE = 2;

    private CommandLineInterface() {}

    /**
     * Runs the command that the arguments name.
     *
     * @param application the class that a server is started from
     */
    public static int run(Class<?> application, String... arguments) {
        return commandLine(application).execute(arguments);
    }

    static CommandLine commandLine(Class<?> application) {
        CommandLine line = new CommandLine(new Root())
                .addSubcommand(new DemoCommand(application))
                .addSubcommand(new ServeCommand(application))
                .addSubcommand(new DoctorCommand())
                .addSubcommand(new TokenCommand(application))
                .addSubcommand(new SqlCommand(application));
        line.setExecutionExceptionHandler((failure, failed, _) -> explain(failure, failed.getErr()));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        return line;
    }

    private static int explain(Exception failure, PrintWriter err) {
        var reason = CannotStart.in(failure);
        if (reason.isPresent()) {
            err.println("millrace: " + reason.get().getMessage());
            return FAILED;
        }
        if (failure instanceof CommandFailed failed) {
            err.println("millrace: " + failed.getMessage());
            return failed.exitCode();
        }
        err.println("millrace: this should not have happened; please report it with the lines below.");
        failure.printStackTrace(err);
        return FAILED;
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[]{"millrace " + Release.version(), "Java " + Runtime.version()};
        }
    }

    @Command(name = "millrace", mixinStandardHelpOptions = true, scope = ScopeType.INHERIT, versionProvider = Version.class, synopsisSubcommandLabel = "COMMAND", description = "A complete, fresh and searchable PostgreSQL copy of the life of GitHub and GitLab repositories.", footer = {
            "",
            "Begin with 'millrace demo'. Settings are environment variables: MILLRACE_DATA_DIR, MILLRACE_PORT, … (see docs/settings.md).",
            "Exit code: 0 done, 1 failed, 2 wrong use."}, exitCodeOnExecutionException = FAILED, exitCodeOnInvalidInput = WRONG_USE)
    static final class Root implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
        private CommandSpec spec;

        @Override
        public void run() {
            throw new ParameterException(spec.commandLine(), "Name a command.");
        }
    }
}
