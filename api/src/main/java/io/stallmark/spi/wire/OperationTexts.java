package io.stallmark.spi.wire;

import io.stallmark.trace.TraceRecord;

/**
 * Describes the operations of a trace for reports, in the order of its records. Used by one thread.
 */
@FunctionalInterface
public interface OperationTexts {

  /** Describes an operation. Called once for each. */
  OperationText describe(TraceRecord.Operation operation);

  /** Accepts a reply that later operations may refer to, such as the number of a statement. */
  default void replied(TraceRecord.Reply reply) {}

  /** Forgets a session that has ended. */
  default void ended(int session) {}
}
