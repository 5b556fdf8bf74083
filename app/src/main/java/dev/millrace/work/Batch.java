package dev.millrace.work;

import java.util.List;

/**
 * Rows that one worker holds under one claim.
 *
 * @param claimId the fence: a row is settled only while it still carries this number
 */
public record Batch<W extends Work>(long claimId, List<W> rows) {}
