package io.stallmark.cluster.protocol;

/**
 * Rows that an agent has handled since its last message.
 *
 * @param inserted number of rows that it has inserted
 * @param found number of rows that were in the tables
 */
public record LoadedRows(long inserted, long found) {}
