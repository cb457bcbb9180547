package io.stallmark.replay;

import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Trace of a toy family, written by a test. Times are milliseconds. */
final class GivenTrace implements AutoCloseable {

  private static final long MILLISECOND = 1_000_000;

  private final TraceWriter writer;
  private final Map<Integer, Long> sequences = new HashMap<>();

  GivenTrace(Path directory) throws TraceException {
    this(directory, TraceOrigin.Replies.SUMMARY);
  }

  GivenTrace(Path directory, TraceOrigin.Replies replies) throws TraceException {
    writer =
        TraceWriter.create(
            directory,
            new TraceOrigin("toy", "proxy", "1", "db:1", Map.of(), Instant.EPOCH, "ns", replies));
  }

  GivenTrace begin(int session, long time) {
    return begin(session, time, "app");
  }

  GivenTrace begin(int session, long time, String user) {
    writer.record(new SessionStart(session, time * MILLISECOND, Map.of("user", user)));
    return this;
  }

  /** An operation whose reply has one row with the hash 7. */
  GivenTrace operation(int session, long time, String text) {
    return operation(session, time, text, Outcome.ROWS, 0);
  }

  GivenTrace operation(int session, long time, String text, Outcome outcome, int errorCode) {
    sent(session, time, text);
    return answered(session, time, outcome, errorCode);
  }

  /** An operation without its reply. */
  GivenTrace sent(int session, long time, String text) {
    long sequence = sequences.merge(session, 1L, Long::sum);
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    writer.record(new Operation(session, time * MILLISECOND, sequence, 1, body));
    return this;
  }

  /** A reply with one row to the session's last operation. */
  GivenTrace answered(int session, long time) {
    return answered(session, time, Outcome.ROWS, 0);
  }

  private GivenTrace answered(int session, long time, Outcome outcome, int errorCode) {
    writer.record(
        new Reply(
            session,
            time * MILLISECOND + MILLISECOND / 2,
            sequences.getOrDefault(session, 0L),
            MILLISECOND / 2,
            MILLISECOND / 2,
            outcome,
            errorCode,
            outcome == Outcome.ROWS ? 1 : 0,
            0,
            10,
            outcome == Outcome.ROWS ? 7 : 0,
            new byte[0]));
    return this;
  }

  GivenTrace end(int session, long time) {
    writer.record(new SessionEnd(session, time * MILLISECOND));
    return this;
  }

  @Override
  public void close() throws TraceException {
    writer.end(State.COMPLETED, "");
  }
}
