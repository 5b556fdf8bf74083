package dev.millrace.work;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bounds within which the engine adapts itself.
 *
 * @param targetSlice how long a worker keeps at one job before it looks around
 * @param claimMin the fewest items to claim at once
 * @param claimMax the most items to claim at once
 * @param safetyFactor the part of a slice that a claim is meant to fill
 * @param lockFloor the shortest lease of a claim
 * @param lockCap the longest lease of a claim
 * @param maxAttemptsError how often an item that fails is tried before it ends as an error
 * @param maxAttemptsNotFound how many strategies are tried before an item ends as not found
 * @param concurrencyMax the most items of one processor and provider that a process works on at once
 * @param latencyCeiling an answer slower than this means overload, whatever else is seen; loose on purpose
 */
@ConfigurationProperties("millrace.work")
record WorkSettings(@DefaultValue("5s") Duration targetSlice, @DefaultValue("1") int claimMin,
        @DefaultValue("1000") int claimMax, @DefaultValue("0.7") double safetyFactor,
        @DefaultValue("15s") Duration lockFloor, @DefaultValue("10m") Duration lockCap,
        @DefaultValue("5") int maxAttemptsError, @DefaultValue("4") int maxAttemptsNotFound,
        @DefaultValue("64") int concurrencyMax, @DefaultValue("30s") Duration latencyCeiling) {
    WorkSettings {
        Bounds.positive("millrace.work.target-slice", targetSlice);
        Bounds.atLeastOne("millrace.work.claim-min", claimMin);
        Bounds.inOrder("millrace.work.claim-min", claimMin, "millrace.work.claim-max", claimMax);
        Bounds.share("millrace.work.safety-factor", safetyFactor);
        Bounds.positive("millrace.work.lock-floor", lockFloor);
        Bounds.inOrder("millrace.work.lock-floor", lockFloor, "millrace.work.lock-cap", lockCap);
        Bounds.inOrder("millrace.work.target-slice", targetSlice, "millrace.work.lock-cap", lockCap);
        Bounds.atLeastOne("millrace.work.max-attempts-error", maxAttemptsError);
        Bounds.atLeastOne("millrace.work.max-attempts-not-found", maxAttemptsNotFound);
        Bounds.atLeastOne("millrace.work.concurrency-max", concurrencyMax);
        Bounds.positive("millrace.work.latency-ceiling", latencyCeiling);
    }
}
