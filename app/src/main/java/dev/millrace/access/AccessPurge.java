package dev.millrace.access;

import dev.millrace.runtime.SchedulerOnly;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Forgets what has expired: sessions, links, counted sign-in attempts, long useless tokens. */
@Component
@SchedulerOnly
class AccessPurge {
    private final SessionStore sessions;
    private final SignInFailureStore failures;
    private final ApiTokenStore apiTokens;
    private final Counter purged;

    AccessPurge(SessionStore sessions, SignInFailureStore failures, ApiTokenStore apiTokens, MeterRegistry meters) {
        this.sessions = sessions;
        this.failures = failures;
        this.apiTokens = apiTokens;
        this.purged = Counter.builder("millrace.purged.rows").tag("room", "access")
                .description("Rows that a purge deleted").register(meters);
    }

    @Scheduled(cron = "0 23 * * * *")
    @SchedulerLock(name = "access-purge")
    void run() {
        purged.increment(sessions.purgeSessions() + sessions.purgeLinks() + failures.purge(SignInLimit.WINDOW)
                + apiTokens.purge());
    }
}
