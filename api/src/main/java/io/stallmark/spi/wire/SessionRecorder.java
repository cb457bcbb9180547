package io.stallmark.spi.wire;

import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceSink;
import java.util.Map;

/**
 * Writes the records of one session. Numbers its operations, and moves a time that would descend to
 * that of the record before. Times are nanoseconds since the start of the recording. For one
 * thread.
 */
public final class SessionRecorder {

  /** Reason of a gap whose operations contain a secret. */
  public static final String SECRET = "secret";

  private static final byte[] NO_BODY = {};

  private final int session;
  private final TraceSink sink;

  private long operations;
  private long latest;

  /** Creates a recorder that has written nothing. */
  public SessionRecorder(int session, TraceSink sink) {
    this.session = session;
    this.sink = sink;
  }

  /** Time of the latest record. */
  public long latest() {
    return latest;
  }

  private long ascending(long time) {
    latest = Math.max(latest, time);
    return latest;
  }

  /** Records that the session begins. */
  public void begin(long time, Map<String, String> attributes) {
    sink.record(new TraceRecord.SessionStart(session, ascending(time), attributes));
  }

  /** Records that the session ends. */
  public void end(long time) {
    sink.record(new TraceRecord.SessionEnd(session, ascending(time)));
  }

  /** Records an operation and returns its number. */
  public long operation(long time, int command, byte[] body) {
    sink.record(new TraceRecord.Operation(session, ascending(time), ++operations, command, body));
    return operations;
  }

  /** Records that operations are missing. */
  public void gap(long time, long number, String reason) {
    sink.record(new TraceRecord.Gap(session, ascending(time), number, reason));
  }

  /**
   * Summary of a reply, with the figures of {@link TraceRecord.Reply}.
   *
   * @param bytes size of the reply
   */
  public record Summary(
      Outcome outcome, int errorCode, long rows, long affected, long bytes, long hash) {

    /** There is no reply, or nothing is known of it. */
    public static final Summary NONE = new Summary(Outcome.NONE, 0, 0, 0, 0, 0);
  }

  /**
   * Records the reply to an operation.
   *
   * @param latency from the operation's first byte to the reply's last byte
   * @param firstByte from the operation's first byte to the reply's first byte
   */
  public void reply(
      long time, long operation, long latency, long firstByte, Summary summary, byte[] body) {
    sink.record(
        new TraceRecord.Reply(
            session,
            ascending(time),
            operation,
            latency,
            firstByte,
            summary.outcome,
            summary.errorCode,
            summary.rows,
            summary.affected,
            summary.bytes,
            summary.hash,
            body));
  }

  /** Records a reply without a body, of which only the latency is known exactly. */
  public void reply(long time, long operation, long latency, Summary summary) {
    reply(time, operation, latency, latency, summary, NO_BODY);
  }
}
