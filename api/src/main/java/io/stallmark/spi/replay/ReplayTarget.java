package io.stallmark.spi.replay;

import io.stallmark.spi.wire.OperationTexts;
import java.util.Map;

/**
 * Database to which one replay sends the operations of a trace. Has what its sessions share, such
 * as the numbers of cursors. Thread-safe.
 */
public interface ReplayTarget {

  /** Creates what describes the operations of the trace. */
  OperationTexts texts();

  /**
   * Creates a session with the user of the URL. Its protocol flags are those of the recorded
   * session. Does not connect.
   *
   * @param attributes attributes of the recorded session, see {@link
   *     io.stallmark.trace.TraceRecord.SessionStart}
   */
  RawSession session(Map<String, String> attributes);

  /**
   * Returns what recorded sessions have in common that can share a session of the target, such as
   * their protocol flags. Equal values share one if the replay keeps no order.
   */
  default Object kind(Map<String, String> attributes) {
    return "";
  }
}
