package dev.millrace.work;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The bounds within which rows are written in batches.
 *
 * @param minRows the rows of the first batch, and the fewest
 * @param maxRows the most rows of a batch
 * @param maxBatchBytes the most bytes of a batch; a single larger row goes alone
 * @param dbP50 how long half of the batches may take at most
 * @param dbP95 how long all but a few may take at most
 */
@ConfigurationProperties("millrace.ingest")
public record IngestSettings(@DefaultValue("64") int minRows, @DefaultValue("10000") int maxRows,
        @DefaultValue("8MB") DataSize maxBatchBytes, @DefaultValue("20ms") Duration dbP50,
        @DefaultValue("100ms") Duration dbP95) {
    public IngestSettings {
        Bounds.atLeastOne("millrace.ingest.min-rows", minRows);
        Bounds.inOrder("millrace.ingest.min-rows", minRows, "millrace.ingest.max-rows", maxRows);
        Bounds.atLeastOne("millrace.ingest.max-batch-bytes", maxBatchBytes.toBytes());
        Bounds.positive("millrace.ingest.db-p50", dbP50);
        Bounds.inOrder("millrace.ingest.db-p50", dbP50, "millrace.ingest.db-p95", dbP95);
    }
}
