package io.stallmark.mongo.recording;

import io.stallmark.mongo.wire.LoginAttributes;
import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.mongo.wire.MongoSessionParser;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceSink;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Connection in a recording, of which every message is known. Its session begins with the first
 * command after the login. Not thread-safe.
 */
final class TrafficConnection {

  private final IntSupplier numbers;
  private final TraceSink sink;
  private final LoginAttributes login = new LoginAttributes();
  private int session;
  private @Nullable MongoSessionParser parser; // null: the login is not complete

  /**
   * Creates a connection.
   *
   * @param numbers supplies the number of the next session
   */
  TrafficConnection(IntSupplier numbers, TraceSink sink) {
    this.numbers = numbers;
    this.sink = sink;
  }

  /** Accepts a message with its header, at a time in nanoseconds since the recording's start. */
  void accept(long time, byte[] bytes) {
    MongoMessage message = MongoMessage.at(bytes, 0, bytes.length);
    if (message.isReply()) {
      if (parser == null) {
        login.replied(message);
      } else {
        parser.replied(time, bytes);
      }
    } else if (parser != null) {
      parser.sent(time, bytes);
    } else if (!login.sent(message)) {
      begin(time).sent(time, bytes);
    }
  }

  private MongoSessionParser begin(long time) {
    session = numbers.getAsInt();
    sink.record(new SessionStart(session, time, login.all()));
    MongoSessionParser created = new MongoSessionParser(session, false, sink);
    parser = created;
    return created;
  }

  void end(long time) {
    if (parser != null) {
      parser.end(time);
      sink.record(new SessionEnd(session, time));
    }
  }
}
