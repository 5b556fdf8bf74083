package dev.millrace.work;

import dev.millrace.work.Claims.Held;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one loop that serves every ledger: claim a sensible number, run the handler outside any transaction, settle in
 * batches, keep the lease alive, stop at the end of the slice.
 *
 * <p>It holds no state between slices, so a background worker and a person's "process now" may run it side by side.
 */
public final class WorkLoop<W extends Work, R> {
    private static final Logger log = LoggerFactory.getLogger(WorkLoop.class);
    /** Settled together; more only makes the transaction longer. */
    private static final int SETTLE_ROWS = 500;

    private final Ledger<W, R> ledger;
    private final Map<String, Handler<W, R>> handlers;
    private final Claims claims;
    private final Tuning tuning;
    private final RetryPolicy retries;
    private final InstantSource clock;
    private final UUID owner;

    WorkLoop(Ledger<W, R> ledger, Map<String, Handler<W, R>> handlers, Claims claims, Tuning tuning,
            RetryPolicy retries,
            InstantSource clock, UUID owner) {
        this.ledger = ledger;
        this.handlers = handlers;
        this.claims = claims;
        this.tuning = tuning;
        this.retries = retries;
        this.clock = clock;
        this.owner = owner;
    }

    /** Works on one lot until nothing of it is due or the slice ends. */
    public SliceReport workOn(Lot lot, Duration slice) {
        Handler<W, R> handler = Optional.ofNullable(handlers.get(lot.kind()))
                .orElseThrow(() -> new IllegalStateException("no handler for work of the kind " + lot.kind()));
        Instant end = clock.instant().plus(slice);
        String provider = "";
        SliceReport report = SliceReport.NOTHING;
        while (clock.instant().isBefore(end)) {
            Duration lease = tuning.lease(lot.kind(), provider);
            Optional<Batch<W>> batch = ledger.claim(lot, owner, tuning.claimSize(lot.kind(), provider), lease);
            if (batch.isEmpty()) {
                break;
            }
            provider = handler.provider(batch.get().rows().getFirst());
            report = report.plus(work(batch.get(), lease, handler, end));
        }
        return report;
    }

    private SliceReport work(Batch<W> batch, Duration lease, Handler<W, R> handler, Instant end) {
        try (Held held = claims.hold(batch.claimId(), lease)) {
            BatchRun run = new BatchRun(batch.claimId(), handler, held, end);
            run.runAll(groups(batch.rows(), handler.groupSize()));
            return run.report(batch.rows().size());
        } finally {
            claims.end(batch.claimId(), ledger::handBack);
        }
    }

    private static <T> List<List<T>> groups(List<T> rows, int size) {
        List<List<T>> groups = new ArrayList<>();
        for (int start = 0; start < rows.size(); start += size) {
            groups.add(rows.subList(start, Math.min(rows.size(), start + size)));
        }
        return groups;
    }

    /** One batch on its way through the handler. */
    private final class BatchRun {
        private final long claimId;
        private final Handler<W, R> handler;
        private final Held held;
        private final Instant end;
        private final Gate gate = new Gate();
        private final List<Settled<W, R>> waiting = new ArrayList<>();
        private SliceReport report = SliceReport.NOTHING;

        BatchRun(long claimId, Handler<W, R> handler, Held held, Instant end) {
            this.claimId = claimId;
            this.handler = handler;
            this.held = held;
            this.end = end;
        }

        /** Starts no more once the slice ends or the claim is lost; what has started is finished. */
        void runAll(List<List<W>> groups) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (List<W> group : groups) {
                    if (!clock.instant().isBefore(end) || held.isLost()) {
                        break;
                    }
                    start(group, threads);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            settle();
        }

        private void start(List<W> group, ExecutorService threads) throws InterruptedException {
            String provider = handler.provider(group.getFirst());
            gate.enter(() -> tuning.concurrency(handler.kind(), provider));
            if (provider.isEmpty()) {
                run(group, provider); // nobody to wait for, so nothing is gained by another thread
            } else if (tuning.delay(provider).isClosed(clock.instant())) {
                gate.leave();
                putOff(group, provider);
            } else {
                awaitTurn(provider);
                threads.execute(() -> run(group, provider));
            }
        }

        private void awaitTurn(String provider) throws InterruptedException {
            Duration wait = tuning.delay(provider).tryStart(clock.instant());
            while (wait.isPositive()) {
                Thread.sleep(wait);
                wait = tuning.delay(provider).tryStart(clock.instant());
            }
        }

        /** The host asked for silence: its rows wait in the ledger, not here. */
        private void putOff(List<W> group, String provider) {
            Failure failure = new Failure(FailureClass.RATE_LIMITED, provider + " asked to be left alone for a while.",
                    tuning.delay(provider).closedUntil());
            add(group.stream().map(row -> decide(row, failure, provider)).toList());
        }

        private void run(List<W> group, String provider) {
            Instant started = clock.instant();
            List<Outcome<R>> outcomes = outcomes(group);
            Duration each = Duration.between(started, clock.instant()).dividedBy(group.size());
            int atOnce = gate.leave();
            List<Settled<W, R>> settled = new ArrayList<>(group.size());
            for (int i = 0; i < group.size(); i++) {
                Failure failure = outcomes.get(i) instanceof Outcome.Failed<R>(var reason) ? reason : null;
                tuning.observe(handler.kind(), provider, new Sample(clock.instant(), each, atOnce, failure));
                settled.add(decide(group.get(i), outcomes.get(i), provider));
            }
            add(settled);
        }

        private List<Outcome<R>> outcomes(List<W> group) {
            try {
                List<Outcome<R>> outcomes = handler.handle(group);
                if (outcomes.size() != group.size()) {
                    throw new IllegalStateException("the handler of %s answered %d of %d rows".formatted(handler.kind(),
                            outcomes.size(), group.size()));
                }
                return outcomes;
            } catch (RuntimeException e) {
                Failure failure = Failures.of(e);
                log.debug("{} rows of {} failed together", group.size(), handler.kind(), e);
                return group.stream().<Outcome<R>>map(_ -> new Outcome.Failed<>(failure)).toList();
            }
        }

        private Settled<W, R> decide(W row, Outcome<R> outcome, String provider) {
            return switch (outcome) {
                case Outcome.Done<R>(var result) -> new Settled.Done<>(row, result);
                case Outcome.Failed<R>(var failure) -> decide(row, failure, provider);
            };
        }

        private Settled<W, R> decide(W row, Failure failure, String provider) {
            Instant now = clock.instant();
            return switch (retries.after(failure, row.attempts(), tuning.spacing(handler.kind(), provider),
                    now)) {
                case RetryDecision.Retry(var at, var attempts) ->
                    new Settled.Again<>(row, failure, attempts, Duration.between(now, at));
                case RetryDecision.Final(var attempts) -> new Settled.Parked<>(row, failure, attempts);
            };
        }

        private synchronized void add(List<Settled<W, R>> settled) {
            waiting.addAll(settled);
            if (waiting.size() >= SETTLE_ROWS) {
                settle();
            }
        }

        private synchronized void settle() {
            if (waiting.isEmpty()) {
                return;
            }
            Set<Long> stored = ledger.settle(claimId, List.copyOf(waiting));
            int lost = waiting.size() - stored.size();
            if (lost > 0) {
                log.warn("{} of {} outcomes came too late: claim {} is no longer held, and others do that work", lost,
                        waiting.size(), claimId);
            }
            report = report.plus(count(stored)).plus(new SliceReport(0, 0, 0, 0, lost));
            waiting.clear();
        }

        /** Counts what was stored; what came too late was not. */
        private SliceReport count(Set<Long> stored) {
            int done = 0;
            int again = 0;
            int parked = 0;
            for (Settled<W, R> each : waiting) {
                if (stored.contains(each.row().id())) {
                    switch (each) {
                        case Settled.Done<W, R> _ -> done++;
                        case Settled.Again<W, R> _ -> again++;
                        case Settled.Parked<W, R> _ -> parked++;
                    }
                }
            }
            return new SliceReport(0, done, again, parked, 0);
        }

        synchronized SliceReport report(int claimed) {
            return report.plus(new SliceReport(claimed, 0, 0, 0, 0));
        }
    }
}
