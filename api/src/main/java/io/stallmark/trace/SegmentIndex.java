package io.stallmark.trace;

import io.stallmark.trace.TraceRecord.Operation;
import java.util.HashSet;
import java.util.Set;

/**
 * Content of a segment's {@code idx} file.
 *
 * @param firstTime earliest time of a record, nanoseconds since the start of the recording
 * @param lastTime latest time of a record
 * @param records number of records
 * @param operations number of operations
 * @param sessions number of sessions that have records in the segment
 * @param bytes size of the segment's file
 * @param sha256 SHA-256 of the segment's file, hexadecimal in lower case
 */
public record SegmentIndex(
    long firstTime,
    long lastTime,
    long records,
    long operations,
    long sessions,
    long bytes,
    String sha256) {

  /** Adds up what the index says about the records of a segment. */
  static final class Tally {

    private final Set<Integer> sessions = new HashSet<>();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long records;
    private long operations;

    void add(TraceRecord record) {
      first = Math.min(first, record.time());
      last = Math.max(last, record.time());
      records++;
      sessions.add(record.session());
      if (record instanceof Operation) {
        operations++;
      }
    }

    long first() {
      return first;
    }

    SegmentIndex index(long bytes, String sha256) {
      return new SegmentIndex(first, last, records, operations, sessions.size(), bytes, sha256);
    }
  }
}
