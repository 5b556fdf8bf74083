package dev.millrace.cli;

import dev.millrace.cli.Check.State;
import dev.millrace.runtime.CommandLogging;
import dev.millrace.runtime.MillraceSettings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

@Command(name = "doctor", description = "Check every part that Millrace needs and say what to do.", footer = {"",
        "Exit code 1 if anything fails; warnings do not count."})
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private final DataDirOption dataDir = new DataDirOption();

    @Option(names = "--json", description = "Answer as JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLogging.setUp();
        MillraceSettings settings = dataDir.settings();
        List<Check> checks = new ArrayList<>(MachineChecks.run(settings, System.getenv()));
        checks.addAll(ServiceChecks.run(settings));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(checks));
        } else {
            checks.forEach(check -> print(check, out));
        }
        out.flush();
        return checks.stream().anyMatch(check -> check.state() == State.FAILED) ? CommandLineInterface.FAILED : 0;
    }

    private static void print(Check check, PrintWriter out) {
        String mark = switch (check.state()) {
            case OK -> "ok     ";
            case WARNING -> "warning";
            case FAILED -> "FAILED ";
        };
        out.printf("%s  %-18s %s%n", mark, check.name(), check.detail());
        if (!check.advice().isEmpty()) {
            out.printf("         %-18s → %s%n", "", check.advice());
        }
    }
}
