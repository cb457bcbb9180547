package io.stallmark.mysql.recording;

import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceSink;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Sorts records by time within a limited span. Records of equal times remain in their order. For
 * one thread.
 */
final class SortedRecords implements TraceSink {

  private record Numbered(TraceRecord record, long number) {

    long time() {
      return record.time();
    }
  }

  private final TraceSink sink;
  private final PriorityQueue<Numbered> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(Numbered::time).thenComparingLong(Numbered::number));
  private long records;

  SortedRecords(TraceSink sink) {
    this.sink = sink;
  }

  @Override
  public void record(TraceRecord record) {
    waiting.add(new Numbered(record, records++));
  }

  @Override
  public void omitted(String command) {
    sink.omitted(command);
  }

  /** Passes all records on that are not later than this. Earlier ones must not follow. */
  void passUntil(long time) {
    for (Numbered first = waiting.peek();
        first != null && first.time() <= time;
        first = waiting.peek()) {
      waiting.remove();
      sink.record(first.record());
    }
  }
}
