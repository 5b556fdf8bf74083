package dev.millrace.cli;

import dev.millrace.runtime.DatabaseAddress;
import dev.millrace.runtime.StopSignals;
import java.io.IOException;
import java.util.Optional;

/** The prompt that people know, if it is installed. */
final class Psql {
    private Psql() {}

    /** Its exit code; empty if it is not there or the reader's password is not known. */
    static Optional<Integer> run(DatabaseAddress address) {
        if (address.readerPassword().isEmpty()) {
            return Optional.empty();
        }
        String withoutPassword = address.jdbcUrl().substring("jdbc:".length());
        ProcessBuilder psql = new ProcessBuilder("psql", withoutPassword).inheritIO();
        // Not as arguments, which everybody on the machine can see.
        psql.environment().put("PGUSER", SqlCommand.READER);
        psql.environment().put("PGPASSWORD", address.readerPassword().get());
        StopSignals.leaveInterruptsToOthers(); // in psql, Ctrl-C cancels a query
        try {
            return Optional.of(psql.start().waitFor());
        } catch (IOException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(CommandLineInterface.FAILED);
        }
    }
}
