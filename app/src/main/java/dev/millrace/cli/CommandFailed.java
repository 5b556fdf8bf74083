package dev.millrace.cli;

/** Why a command did not do what it was asked: one sentence for a person. */
final class CommandFailed extends RuntimeException {
    private final int exitCode;

    private CommandFailed(String sentence, int exitCode) {
        super(sentence);
        this.exitCode = exitCode;
    }

    static CommandFailed because(String sentence) {
        return new CommandFailed(sentence, CommandLineInterface.FAILED);
    }

    static CommandFailed wrongUse(String sentence) {
        return new CommandFailed(sentence, CommandLineInterface.WRONG_USE);
    }

    int exitCode() {
        return exitCode;
    }
}
