package io.stallmark.capture;

import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceSink;

/**
 * Counts the records on their way to a trace, and removes what is not wanted of replies. Written by
 * one thread, read by any.
 */
final class CountingSink implements TraceSink {

  /** Reason of a gap that the user wants: the operation contains a secret. */
  private static final String SECRET = "secret";

  private final TraceSink sink;
  private final Replies replies;
  private volatile long operations;
  private volatile long lost;

  CountingSink(TraceSink sink, Replies replies) {
    this.sink = sink;
    this.replies = replies;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  public void record(TraceRecord record) {
    sink.record(
        replies == Replies.NONE && record instanceof Reply reply ? latencyOf(reply) : record);
    if (record instanceof TraceRecord.Operation) {
      operations++;
    } else if (record instanceof TraceRecord.Gap gap && !gap.reason().equals(SECRET)) {
      lost += gap.operations();
    }
  }

  /** The latency, and the numbers to which later operations refer. */
  private static Reply latencyOf(Reply reply) {
    return new Reply(
        reply.session(),
        reply.time(),
        reply.sequence(),
        reply.latency(),
        reply.firstByte(),
        Outcome.NONE,
        0,
        0,
        0,
        0,
        0,
        reply.body());
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
