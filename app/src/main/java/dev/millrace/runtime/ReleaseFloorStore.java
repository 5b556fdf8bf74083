package dev.millrace.runtime;

import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code release_floor}: the oldest release that may still use this schema. */
@Repository
class ReleaseFloorStore {
    private final JdbcClient jdbc;

    /** Made from the data source itself: Spring's own client is only there after the migrations, which ask this store. */
    ReleaseFloorStore(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /** Empty before the first migration. */
    Optional<Integer> oldestRelease() {
        boolean exists = jdbc.sql("select to_regclass('millrace_ops.release_floor') is not null").query(Boolean.class)
                .single();
        return exists
                ? Optional.of(
                        jdbc.sql("select oldest_release from millrace_ops.release_floor").query(Integer.class).single())
                : Optional.empty();
    }
}
