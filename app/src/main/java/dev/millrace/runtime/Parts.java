package dev.millrace.runtime;

import dev.millrace.runtime.Part.State;
import io.lettuce.core.RedisException;
import java.nio.file.Files;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Looks after the parts that the process stands on: one place for the health endpoint, the page and the doctor. */
@Component
public class Parts {
    /** Bytes; with less the disk of the data folder will soon be full. */
    public static final long LITTLE_ROOM = 2L << 30;

    private final DatabaseServerStore database;
    private final RedisLink redis;
    private final BackingServices services;
    private final DataFolder folder;

    Parts(DatabaseServerStore database, RedisLink redis, BackingServices services, MillraceSettings settings) {
        this.database = database;
        this.redis = redis;
        this.services = services;
        this.folder = settings.dataFolder();
    }

    public List<Part> list() {
        return List.of(postgres(), redis(), disk());
    }

    Part postgres() {
        String where = where(services.databaseIsEmbedded());
        try {
            String version = database.version();
            return new Part("PostgreSQL", State.UP, version, where, "");
        } catch (DataAccessException e) {
            return new Part("PostgreSQL", State.DOWN, "", where + ", does not answer",
                    "Nothing can be stored. Start PostgreSQL or mend the network; Millrace goes on by itself.");
        }
    }

    Part redis() {
        try {
            return new Part("Redis", State.UP, redis.version(), where(services.redisIsEmbedded()), "");
        } catch (RedisException e) {
            return new Part("Redis", State.DEGRADED, "", "does not answer",
                    services.redisIsEmbedded()
                            ? "Work goes on by looking at the ledgers, a little later than usual. Millrace starts Redis again by itself."
                            : "Work goes on by looking at the ledgers, a little later than usual. Start Redis; Millrace goes on by itself.");
        }
    }

    private static String where(boolean embedded) {
        return embedded ? "embedded" : "external";
    }

    Part disk() {
        if (!Files.isDirectory(folder.root())) {
            return new Part("Disk", State.DEGRADED, "", "the data folder is gone",
                    "Bring back " + folder.root() + " from a backup and start again.");
        }
        long free = folder.usableBytes();
        String detail = "%.1f GiB free".formatted(free / (double) (1L << 30));
        return free < LITTLE_ROOM
                ? new Part("Disk", State.DEGRADED, "", detail, "Free some space on the disk of the data folder.")
                : new Part("Disk", State.UP, "", detail, "");
    }
}
