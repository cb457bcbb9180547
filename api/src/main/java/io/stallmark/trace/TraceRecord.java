package io.stallmark.trace;

import java.util.Map;

/** Record of a trace. All times are nanoseconds since the start of the recording. */
public sealed interface TraceRecord {

  /** Number of the session, from 1, unique in the trace. */
  int session();

  /** Time at which the record's event happened. */
  long time();

  /**
   * A session begins: its login is complete.
   *
   * @param attributes what a replay needs to open an equal session, by name, such as {@code user}
   *     and {@code schema}; never a password
   */
  record SessionStart(int session, long time, Map<String, String> attributes)
      implements TraceRecord {

    public SessionStart {
      attributes = Map.copyOf(attributes);
    }
  }

  /** A session ends. */
  record SessionEnd(int session, long time) implements TraceRecord {}

  /**
   * A complete request of a client.
   *
   * @param time when its first byte was read
   * @param sequence number of the operation in its session, from 1
   * @param command the protocol's number of the command
   * @param body the message in the protocol's format, without framing; not copied
   */
  record Operation(int session, long time, long sequence, int command, byte[] body)
      implements TraceRecord {}

  /** Kind of a reply. */
  enum Outcome {
    /** Success without rows. */
    OK,
    /** Success with rows, or with none that a query found. */
    ROWS,
    /** The server refused the operation. */
    ERROR,
    /** The protocol has no reply to this command, or the session ended before it. */
    NONE
  }

  /**
   * The server's reply to an operation.
   *
   * @param time when its last byte was read
   * @param sequence number of the operation in its session
   * @param latency from the operation's first byte to the reply's last byte, nanoseconds
   * @param firstByte from the operation's first byte to the reply's first byte, nanoseconds
   * @param errorCode the server's error code; 0: no error
   * @param rows number of rows or documents returned
   * @param affected number of rows or documents changed
   * @param bytes size of the reply with its framing, bytes
   * @param hash sum, modulo 2^64, of a hash of each row's content; independent of their order
   * @param body the reply in the protocol's format; unless replies are recorded in full, only what
   *     later operations refer to, such as the number of a cursor, or empty; not copied
   */
  record Reply(
      int session,
      long time,
      long sequence,
      long latency,
      long firstByte,
      Outcome outcome,
      int errorCode,
      long rows,
      long affected,
      long bytes,
      long hash,
      byte[] body)
      implements TraceRecord {}

  /**
   * Operations that are missing at this place.
   *
   * @param operations how many; at least 1
   * @param reason a word: {@code secret}, {@code queue-full}, {@code unreadable}
   */
  record Gap(int session, long time, long operations, String reason) implements TraceRecord {}
}
