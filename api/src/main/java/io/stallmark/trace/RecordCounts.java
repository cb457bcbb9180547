package io.stallmark.trace;

import io.stallmark.trace.TraceDocument.Counts;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts of the records of a trace. For one thread. */
final class RecordCounts {

  private final Map<String, Long> gaps = new TreeMap<>();
  private final Set<Integer> open = new HashSet<>();
  private long sessions;
  private long concurrent;
  private long operations;
  private long replies;
  private long errors;

  /** Counts a record. Records must be counted in the order of the trace. */
  void add(TraceRecord record) {
    if (record instanceof SessionStart) {
      sessions++;
      open.add(record.session());
      concurrent = Math.max(concurrent, open.size());
    } else if (record instanceof Operation) {
      operations++;
    } else if (record instanceof Reply reply) {
      replies += reply.outcome() == Outcome.NONE ? 0 : 1;
      errors += reply.outcome() == Outcome.ERROR ? 1 : 0;
    } else if (record instanceof Gap gap) {
      gaps.merge(gap.reason(), gap.operations(), Long::sum);
    } else if (record instanceof SessionEnd) {
      open.remove(record.session());
    }
  }

  /**
   * Returns the counts so far.
   *
   * @param bytes size of the segments' files
   */
  Counts counts(long bytes) {
    return new Counts(sessions, concurrent, operations, replies, errors, bytes);
  }

  /** Number of missing operations by reason. */
  Map<String, Long> gaps() {
    return gaps;
  }
}
