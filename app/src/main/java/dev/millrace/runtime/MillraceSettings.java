package dev.millrace.runtime;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a process is told from outside; each also as an environment variable, {@code MILLRACE_DATA_DIR} and so on.
 *
 * @param dataDir the folder that holds everything an installation keeps on disk
 * @param databaseUrl an external PostgreSQL 15 or later instead of the embedded one
 * @param redisUrl an external Redis 6.2 or later instead of the embedded one
 * @param readerPassword for the role {@code millrace_reader} of an external PostgreSQL
 * @param roles what this process does
 * @param bind the address to listen on
 * @param port the port to listen on; 0 takes any free one
 * @param publicUrl how people reach this server, if a proxy stands in front of it
 * @param caFile certificates (PEM) to trust besides the system's for outgoing requests
 * @param logFormat {@code text} for people or {@code json} for machines
 * @param stopPatience how long running work may take to end before it is handed back
 */
@ConfigurationProperties("millrace")
public record MillraceSettings(@DefaultValue("data") Path dataDir, Optional<String> databaseUrl,
        Optional<String> redisUrl,
        Optional<String> readerPassword, @DefaultValue({
                "api", "worker", "scheduler"}) Set<Role> roles,
        @DefaultValue("127.0.0.1") String bind, @DefaultValue("8080") int port, Optional<URI> publicUrl,
        Optional<Path> caFile,
        @DefaultValue("text") String logFormat, @DefaultValue("20s") java.time.Duration stopPatience) {
    public MillraceSettings {
        databaseUrl = databaseUrl.filter(url -> !url.isBlank());
        redisUrl = redisUrl.filter(url -> !url.isBlank());
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("millrace.roles must name at least one of api, worker, scheduler");
        }
        if (!Set.of("text", "json").contains(logFormat)) {
            throw new IllegalArgumentException("millrace.log-format must be text or json, not " + logFormat);
        }
    }

    public DataFolder dataFolder() {
        return DataFolder.at(dataDir);
    }

    public boolean has(Role role) {
        return roles.contains(role);
    }

    @Override
    public String toString() {
        return "MillraceSettings[dataDir=%s, roles=%s]".formatted(dataDir, roles);
    }
}
