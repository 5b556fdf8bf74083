package dev.millrace.runtime;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import com.zaxxer.hikari.metrics.PoolStats;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.stereotype.Component;

/** Watches how long work waits for a database connection: the metric {@code pool_wait_ms}, a moving average. */
@Component
class PoolWait implements BeanPostProcessor {
    private static final double NANOS_PER_MILLI = 1e6;

    private final MovingAverage wait = new MovingAverage();
    private final ObjectProvider<MeterRegistry> meters;

    PoolWait(ObjectProvider<MeterRegistry> meters) {
        this.meters = meters;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool) {
            pool.setMetricsTrackerFactory(this::tracker);
        }
        return bean;
    }

    private IMetricsTracker tracker(String pool, PoolStats stats) {
        MeterRegistry registry = meters.getObject();
        Gauge.builder("pool_wait_ms", wait, MovingAverage::value)
                .description("How long work waits for a database connection, a moving average").register(registry);
        return new Watching(new MicrometerMetricsTrackerFactory(registry).create(pool, stats), wait);
    }

    /** Hikari's usual metrics, and ours. */
    private record Watching(IMetricsTracker usual, MovingAverage average) implements IMetricsTracker {
        @Override
        public void recordConnectionAcquiredNanos(long elapsed) {
            average.add(elapsed / NANOS_PER_MILLI);
            usual.recordConnectionAcquiredNanos(elapsed);
        }

        @Override
        public void recordConnectionCreatedMillis(long elapsed) {
            usual.recordConnectionCreatedMillis(elapsed);
        }

        @Override
        public void recordConnectionUsageMillis(long elapsed) {
            usual.recordConnectionUsageMillis(elapsed);
        }

        @Override
        public void recordConnectionTimeout() {
            usual.recordConnectionTimeout();
        }

        @Override
        public void close() {
            usual.close();
        }
    }
}
