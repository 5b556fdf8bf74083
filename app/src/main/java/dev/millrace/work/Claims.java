package dev.millrace.work;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Who holds which batch: keeps claims alive while their work runs, ends them, and takes over those of the dead. */
@Component
class Claims {
    private static final Logger log = LoggerFactory.getLogger(Claims.class);
    private static final int BEATS_PER_LEASE = 3;

    private final ClaimStore store;
    private final TransactionTemplate transaction;

    Claims(ClaimStore store, TransactionTemplate transaction) {
        this.store = store;
        this.transaction = transaction;
    }

    /** Renews the claim until it is let go; whoever holds it can ask whether it was lost meanwhile. */
    Held hold(long claimId, Duration lease) {
        return new Held(claimId, lease);
    }

    /** Ends a claim and gives back what it still holds, in one transaction. */
    long end(long claimId, LongUnaryOperator giveBack) {
        Long given = transaction.execute(_ -> {
            long rows = giveBack.applyAsLong(claimId);
            store.delete(claimId);
            return rows;
        });
        return given == null ? 0 : given;
    }

    /**
     * Ends one claim whose holder is silent.
     *
     * @return empty if there is none
     */
    Optional<Long> endExpired(String ledger, LongUnaryOperator takeOver) {
        return Optional.ofNullable(transaction.execute(_ -> store.lockExpired(ledger).map(claimId -> {
            long rows = takeOver.applyAsLong(claimId);
            store.delete(claimId);
            return rows;
        }).orElse(null)));
    }

    /** A claim with a heartbeat. */
    final class Held implements AutoCloseable {
        private final long claimId;
        private final Duration lease;
        private final CountDownLatch letGo = new CountDownLatch(1);
        private final Thread heart;
        private volatile boolean lost;

        private Held(long claimId, Duration lease) {
            this.claimId = claimId;
            this.lease = lease;
            this.heart = Thread.ofVirtual().name("heartbeat-" + claimId).start(this::beat);
        }

        /** True once somebody else may have the rows: what is not settled by now need not be tried. */
        boolean isLost() {
            return lost;
        }

        private void beat() {
            try {
                while (!lost && !letGo.await(lease.toMillis() / BEATS_PER_LEASE, TimeUnit.MILLISECONDS)) {
                    renew();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void renew() {
            try {
                lost = !store.renew(claimId, lease);
            } catch (DataAccessException e) {
                // Not lost yet: the next beat may come through before the lease ends, and settling asks the fence anyway.
                log.warn("The heartbeat of claim {} could not be written; it is tried again", claimId, e);
            }
        }

        @Override
        public void close() {
            letGo.countDown();
            heart.interrupt();
        }
    }
}
