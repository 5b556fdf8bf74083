package dev.millrace.runtime;

import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Takes processes off the list that ended without saying so. */
@Component
@SchedulerOnly
class ProcessPurge {
    private static final Logger log = LoggerFactory.getLogger(ProcessPurge.class);

    private final ProcessStore store;

    ProcessPurge(ProcessStore store) {
        this.store = store;
    }

    @Scheduled(cron = "0 7 * * * *")
    @SchedulerLock(name = "process-purge")
    void run() {
        log.debug("Forgot {} processes that have been silent for a day", store.purge());
    }
}
