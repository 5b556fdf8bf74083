package dev.millrace.work;

import dev.millrace.work.Tuning.Machine;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/** How busy this machine is, read at most once a second: asking the system costs more than the answer changes. */
final class MachineLoad {
    private static final long FRESH_NANOS = 1_000_000_000L;
    private static volatile Reading last = new Reading(System.nanoTime() - 2 * FRESH_NANOS, new Machine(0, 0));

    private record Reading(long at, Machine load) {}

    private MachineLoad() {}

    static Machine now() {
        Reading reading = last;
        long now = System.nanoTime();
        if (now - reading.at < FRESH_NANOS) {
            return reading.load;
        }
        last = new Reading(now, read());
        return last.load;
    }

    private static Machine read() {
        double cpu = ManagementFactory
                .getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getCpuLoad()
                        : Double.NaN;
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new Machine(cpu, heap.getMax() > 0 ? (double) heap.getUsed() / heap.getMax() : Double.NaN);
    }
}
