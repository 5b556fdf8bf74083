package dev.millrace.work;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What tests of controllers share. */
final class Runs {
    static final WorkSettings WORK = defaults("millrace.work", WorkSettings.class);
    static final IngestSettings INGEST = defaults("millrace.ingest", IngestSettings.class);

    private Runs() {}

    /** How often a series of numbers turns from rising to falling or back. */
    static <T> int turns(List<T> run, ToIntFunction<T> number) {
        int turns = 0;
        int direction = 0;
        for (int i = 1; i < run.size(); i++) {
            int change = Integer.signum(number.applyAsInt(run.get(i)) - number.applyAsInt(run.get(i - 1)));
            turns += change != 0 && direction != 0 && change != direction ? 1 : 0;
            direction = change == 0 ? direction : change;
        }
        return turns;
    }

    static Sample answered(Duration took) {
        return new Sample(Simulation.START, took, 1, null);
    }

    static Sample failed(FailureClass failureClass, Duration took) {
        return new Sample(Simulation.START, took, 1, Failure.of(failureClass, "No."));
    }

    static Failure anyFailure(RandomGenerator random) {
        List<FailureClass> all = List.copyOf(EnumSet.allOf(FailureClass.class));
        return Failure.of(all.get(random.nextInt(all.size())), "No.");
    }

    private static <T> T defaults(String prefix, Class<T> settings) {
        return new Binder(new MapConfigurationPropertySource(Map.of())).bindOrCreate(prefix, settings);
    }
}
