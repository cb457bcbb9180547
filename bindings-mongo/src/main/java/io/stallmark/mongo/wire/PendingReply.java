package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.SessionRecorder;
import java.io.ByteArrayOutputStream;

/** The reply to an operation, of one message, or of several of an exhaust cursor. */
final class PendingReply {

  private final long sequence;
  private final long sent;
  private final String command;
  private final boolean whole;
  private final ReplySummary summary;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private boolean replied;
  private long firstByte;
  private long last;
  private long bytes;

  /**
   * Creates a reply without messages.
   *
   * @param sent when the operation's first byte was read
   * @param whole whether the messages are kept
   */
  PendingReply(long sequence, long sent, String command, boolean whole) {
    this.sequence = sequence;
    this.sent = sent;
    this.command = command;
    this.whole = whole;
    summary = new ReplySummary(command);
  }

  /**
   * Adds a message.
   *
   * @param first when its first byte was read
   * @param latest when its last byte was read
   */
  void add(MongoMessage message, long first, long latest) {
    if (!replied) {
      firstByte = first - sent;
      replied = true;
    }
    last = latest;
    bytes += message.length();
    summary.add(message);
    if (whole) {
      body.write(message.bytes(), message.body() - MongoMessage.HEADER, message.length());
    } else if (!command.equals("getMore")) {
      MongoMessage.writeCursor(summary.cursor(), body);
    }
  }

  /** Records the reply; its outcome is NONE if no message was added. */
  void record(SessionRecorder recorder, long time) {
    long latency = replied ? last - sent : 0;
    recorder.reply(time, sequence, latency, firstByte, summary.sum(bytes), body.toByteArray());
  }
}
