package io.stallmark.spi.wire;

import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionStart;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the values in a trace's operations, in the order of its records. Names and the shape of
 * each operation survive. Used by one thread.
 */
public interface OperationRedactor {

  /** Accepts the attributes of a session, on which the format of its operations may depend. */
  default void began(SessionStart start) {}

  /**
   * Returns a copy of an operation without its values; null: the operation cannot be read, and must
   * not be copied. Called once for each.
   */
  @Nullable Operation redact(Operation operation);

  /**
   * Accepts a reply. Returns the part of its body that later operations refer to, such as the
   * number of a statement; never a value from the database.
   */
  byte[] replied(Reply reply);

  /** Forgets a session that has ended. */
  default void ended(int session) {}
}
