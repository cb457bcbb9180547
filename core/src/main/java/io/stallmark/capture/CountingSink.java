package io.stallmark.capture;

import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceSink;

/** Counts the records on their way to a trace. Written by one thread, read by any. */
final class CountingSink implements TraceSink {

  /** Reason of a gap that the user wants: the operation contains a secret. */
  private static final String SECRET = "secret";

  private final TraceSink sink;
  private volatile long operations;
  private volatile long lost;

  CountingSink(TraceSink sink) {
    this.sink = sink;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  public void record(TraceRecord record) {
    sink.record(record);
    if (record instanceof TraceRecord.Operation) {
      operations++;
    } else if (record instanceof TraceRecord.Gap gap && !gap.reason().equals(SECRET)) {
      lost += gap.operations();
    }
  }

  @Override
  public void omitted(String command) {
    sink.omitted(command);
  }

  /** Number of operations recorded. */
  long operations() {
    return operations;
  }

  /** Number of operations in gaps, without those that contain secrets. */
  long lost() {
    return lost;
  }
}
