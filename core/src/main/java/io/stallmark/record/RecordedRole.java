package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;

/**
 * A role's part of what is recorded.
 *
 * @param unit in which slots count its progress
 */
public record RecordedRole(int clients, ProgressUnit unit) {}
