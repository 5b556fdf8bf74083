package dev.millrace.runtime;

import org.springframework.boot.SpringBootExceptionReporter;

/** Keeps Spring from printing a stack trace: every failure of a start is reported once, by the command that wanted it. */
class KnownStartFailures implements SpringBootExceptionReporter {
    @Override
    public boolean reportException(Throwable failure) {
        return true;
    }
}
