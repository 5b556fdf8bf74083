package dev.millrace.runtime;

import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Brings the schema up to this release, unless a later one has already left it behind. */
@Component
class Migrations implements FlywayMigrationStrategy {
    private static final Logger log = LoggerFactory.getLogger(Migrations.class);

    private final ReleaseFloorStore floor;
    private final ReaderStore reader;
    private final MillraceSettings settings;
    private final BackingServices services;

    Migrations(ReleaseFloorStore floor, ReaderStore reader, MillraceSettings settings, BackingServices services) {
        this.floor = floor;
        this.reader = reader;
        this.settings = settings;
        this.services = services;
    }

    @Override
    public void migrate(Flyway flyway) {
        requireNotLeftBehind();
        try {
            flyway.migrate();
        } catch (FlywayException e) {
            throw new CannotStart(
                    "The database at %s could not be brought up to date (%s): run 'millrace doctor' to see which right is missing."
                            .formatted(services.database().jdbcUrl(), firstLine(e)),
                    e);
        }
        requireNotLeftBehind();
        letReaderRead();
        settings.readerPassword().ifPresent(this::letReaderSignIn);
    }

    /** At each start, since an administrator may have made the role after the first. */
    private void letReaderRead() {
        try {
            reader.grant();
        } catch (DataAccessException e) {
            log.warn("The role millrace_reader could not be given its rights; 'millrace doctor' says what is missing",
                    e);
        }
    }

    /** Where an administrator made the role, only an administrator may give it a password, and probably has. */
    private void letReaderSignIn(String password) {
        try {
            reader.letSignIn(password);
        } catch (DataAccessException e) {
            log.warn(
                    "The password of the role millrace_reader could not be set; if an administrator has not done so, people cannot connect with SQL ('millrace doctor' tries it)",
                    e);
        }
    }

    private void requireNotLeftBehind() {
        Optional<Integer> oldest = floor.oldestRelease();
        if (oldest.isPresent() && oldest.get() > Release.NUMBER) {
            throw new CannotStart(
                    "This is release %d of Millrace and the database needs release %d or later: install a newer one."
                            .formatted(Release.NUMBER, oldest.get()));
        }
    }

    private static String firstLine(FlywayException e) {
        return String.valueOf(e.getMessage()).lines().filter(line -> !line.isBlank()).findFirst()
                .orElse("no reason given");
    }
}
