package dev.millrace.work;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/** Lets so many through at once; how many is asked anew each time, since it changes while work runs. */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int inside;

    void enter(IntSupplier limit) throws InterruptedException {
        lock.lock();
        try {
            while (inside >= Math.max(1, limit.getAsInt())) {
                changed.await();
            }
            inside++;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Goes out again.
     *
     * @return how many were inside just before
     */
    int leave() {
        lock.lock();
        try {
            changed.signalAll();
            return inside--;
        } finally {
            lock.unlock();
        }
    }
}
