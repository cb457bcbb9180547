package io.stallmark.spi;

import java.util.OptionalLong;

/**
 * How much room tables take on disk, as far as the server knows.
 *
 * @param dataBytes of the rows, with the primary key where the rows lie in it; by the server's
 *     statistics, which may lag
 * @param indexBytes of the secondary indexes, likewise
 * @param fileBytes of all files, data and indexes together, without holes; empty: unknown
 */
public record TableSize(long dataBytes, long indexBytes, OptionalLong fileBytes) {}
