package dev.millrace.runtime;

import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The processes that share this database; keeps this one on the list while it runs. */
@Component
public class Processes implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Processes.class);

    private final ProcessStore store;
    private final ReleaseFloorStore floor;
    private final ProcessIdentity identity;
    private final MillraceSettings settings;
    private final ProcessExit exit;
    private final BackingServices services;
    private volatile boolean running;

    Processes(ProcessStore store, ReleaseFloorStore floor, ProcessIdentity identity, MillraceSettings settings,
            ProcessExit exit, BackingServices services) {
        this.store = store;
        this.floor = floor;
        this.identity = identity;
        this.settings = settings;
        this.exit = exit;
        this.services = services;
    }

    public List<ProcessRow> list() {
        return store.list();
    }

    public ProcessIdentity self() {
        return identity;
    }

    @Override
    public void start() {
        running = true;
        store.heartbeat(identity, roles());
    }

    @Scheduled(fixedDelayString = "10s", initialDelayString = "10s")
    void heartbeat() {
        if (!running) {
            return;
        }
        try {
            store.heartbeat(identity, roles());
            floor.oldestRelease().filter(oldest -> oldest > Release.NUMBER).ifPresent(oldest -> exit.because(
                    "A later release took over the database and needs release %d or later; this is release %d: install a newer one."
                            .formatted(oldest, Release.NUMBER)));
        } catch (DataAccessException e) {
            log.warn("The heartbeat could not be written; the next one is due in 10 s", e);
        }
    }

    @Override
    public void stop() {
        running = false;
        if (!services.areThere()) {
            return; // the list went away with its server
        }
        try {
            store.delete(identity.id());
        } catch (DataAccessException e) {
            log.warn("This process could not take itself off the list; others see its heartbeat stop instead", e);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private List<String> roles() {
        return settings.roles().stream().map(role -> role.name().toLowerCase(Locale.ROOT)).sorted().toList();
    }
}
