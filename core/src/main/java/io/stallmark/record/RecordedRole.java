package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;

/**
 * Clients and progress unit of a role to record.
 *
 * @param clients number of clients
 * @param unit unit of its progress in slots
 */
public record RecordedRole(int clients, ProgressUnit unit) {}
