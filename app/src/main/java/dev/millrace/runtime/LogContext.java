package dev.millrace.runtime;

import java.util.concurrent.Callable;
import org.slf4j.MDC;

/** What every log line of a piece of work carries, so that its story can be found among all others. */
public final class LogContext {
    public static final String REQUEST_ID = "requestId";
    public static final String JOB_TOKEN = "jobToken";

    private LogContext() {}

    /** Runs the work with the job's token in each of its log lines. */
    public static <T> T withJob(String jobToken, Callable<T> work) throws Exception {
        try (var _ = MDC.putCloseable(JOB_TOKEN, jobToken)) {
            return work.call();
        }
    }
}
