package dev.millrace.runtime;

import dev.millrace.testing.Database;
import dev.millrace.testing.TestServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessesTests {
    @RegisterExtension
    static final Database DATABASE = new Database();

    private final List<String> reasons = new ArrayList<>();
    private ProcessStore store;

    @BeforeEach
    void empty() {
        store = new ProcessStore(DATABASE.jdbc());
        DATABASE.jdbc().sql("delete from millrace_ops.process").update();
        setFloor(Release.NUMBER);
    }

    @Test
    void aRunningProcessIsOnTheListWithItsRolesUntilItStops() {
        Processes processes = processWith("scheduler,api");

        processes.start();
        assertThat(processes.list()).singleElement().satisfies(row -> {
            assertThat(row.id()).isEqualTo(processes.self().id());
            assertThat(row.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(row.roles()).containsExactly("api", "scheduler");
            assertThat(row.isAlive()).isTrue();
        });

        processes.stop();
        processes.heartbeat();
        assertThat(processes.list()).isEmpty();
    }

    @Test
    void aSilentProcessIsShownAsDeadAndAHeartbeatBringsItBack() {
        Processes processes = processWith("api");
        processes.start();
        silence(processes.self().id(), "31 seconds");
        assertThat(processes.list()).extracting(ProcessRow::isAlive).containsExactly(false);

        processes.heartbeat();
        assertThat(processes.list()).extracting(ProcessRow::isAlive).containsExactly(true);
    }

    @Test
    void onlyThoseSilentForADayAreForgotten() {
        Processes yesterday = started();
        Processes today = started();
        silence(yesterday.self().id(), "24 hours 1 minute");
        silence(today.self().id(), "23 hours 59 minutes");

        new ProcessPurge(store).run();

        assertThat(store.list()).extracting(ProcessRow::id).containsExactly(today.self().id());
    }

    @Test
    void aProcessThatWasForgottenMeanwhileComesBackWithItsNextHeartbeat() {
        Processes processes = started();
        store.delete(processes.self().id());

        processes.heartbeat();

        assertThat(processes.list()).extracting(ProcessRow::id).containsExactly(processes.self().id());
    }

    @Test
    void aProcessLeftBehindByALaterReleaseEndsItself() {
        Processes processes = started();
        processes.heartbeat();
        assertThat(reasons).isEmpty();

        setFloor(Release.NUMBER + 1);
        processes.heartbeat();

        assertThat(reasons).singleElement().asString().contains("needs release " + (Release.NUMBER + 1),
                "this is release " + Release.NUMBER, "install a newer one");
    }

    private Processes started() {
        Processes processes = processWith("api,worker");
        processes.start();
        return processes;
    }

    private Processes processWith(String roles) {
        MillraceSettings settings = new Binder(new MapConfigurationPropertySource(
                Map.of("millrace.roles", roles, "millrace.data-dir", "target/processes-tests", "millrace.database-url",
                        DATABASE.address().asUri(DATABASE.address().user(), DATABASE.address().password()),
                        "millrace.redis-url", TestServers.redisUrl())))
                .bindOrCreate("millrace", MillraceSettings.class);
        ProcessExit exit = new ProcessExit();
        exit.onRequest(reasons::add);
        return new Processes(store, new ReleaseFloorStore(DATABASE.dataSource()), new ProcessIdentity(), settings,
                exit, BackingServices.open(settings));
    }

    private static void silence(UUID id, String time) {
        DATABASE.jdbc()
                .sql("update millrace_ops.process set last_seen_at = now() - cast(:time as interval) where id = :id")
                .param("time", time).param("id", id).update();
    }

    private static void setFloor(int release) {
        DATABASE.jdbc().sql("update millrace_ops.release_floor set oldest_release = :release").param("release", release)
                .update();
    }
}
