package dev.millrace.work;

import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** The controllers of every kind of work and every host that this process works with. */
@Component
class Tuning {
    private static final int MOST = 1000;

    private final WorkSettings settings;
    private final Statistics statistics = new Statistics();
    private final ProviderDelays delays = new ProviderDelays();
    private final Recent<String, ClaimSize> claimSizes;
    private final Recent<Statistics.Key, Concurrency> concurrencies;
    private final Supplier<Machine> machine;

    /** How busy this machine is, each from 0 to 1; not a number where it cannot be told. */
    record Machine(double cpu, double memory) {}

    Tuning(WorkSettings settings) {
        this.settings = settings;
        this.machine = MachineLoad::now;
        this.claimSizes = new Recent<>(MOST, _ -> new ClaimSize(settings));
        this.concurrencies = new Recent<>(MOST, _ -> new Concurrency(settings));
    }

    int claimSize(String kind, String provider) {
        return claimSizes.of(kind).next(statistics.of(kind, provider), concurrency(kind, provider),
                pressure(kind, provider).share());
    }

    Duration lease(String kind, String provider) {
        return Lease.of(statistics.of(kind, provider), settings);
    }

    int concurrency(String kind, String provider) {
        return provider.isEmpty()
                ? 1
                : concurrencies.of(new Statistics.Key(kind, provider)).limit(pressure(kind, provider));
    }

    double spacing(String kind, String provider) {
        return pressure(kind, provider).spacing();
    }

    ProviderDelay delay(String provider) {
        return delays.of(provider);
    }

    void observe(String kind, String provider, Sample sample) {
        statistics.of(kind, provider).observe(sample);
        if (!provider.isEmpty()) {
            concurrencies.of(new Statistics.Key(kind, provider)).observe(sample);
            delays.of(provider).observe(sample);
        }
    }

    private Pressure pressure(String kind, String provider) {
        Machine load = machine.get();
        return new Pressure(statistics.of(kind, provider).strain(), load.cpu(), load.memory());
    }
}
