package dev.millrace.work;

import java.util.UUID;

/**
 * Work that belongs together, such as the open items of one job: what the picker chooses, so that claiming within it is a
 * plain ordered scan.
 *
 * @param kind names the handler that does this work, and under which its times are measured
 */
public record Lot(long id, long userId, Lane lane, String kind, UUID jobToken) {}
