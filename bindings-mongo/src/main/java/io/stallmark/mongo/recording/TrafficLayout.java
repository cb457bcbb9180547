package io.stallmark.mongo.recording;

import io.stallmark.mongo.wire.BsonElements;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Layout of the records of mongod's traffic recorder, which no file names. */
enum TrafficLayout {
  /** Until 7.0: addresses of server and client. */
  ADDRESSES(false, 2),
  /** From 8.0 on: a text about the connection. */
  CONNECTION(false, 1),
  /** Newer releases: also the kind of the event, and records without a message. */
  EVENTS(true, 1);

  /** Length of the shortest record, bytes. */
  static final int LEAST = Integer.BYTES + 3 * Long.BYTES + 1;

  private final boolean events;
  private final int texts;

  TrafficLayout(boolean events, int texts) {
    this.events = events;
    this.texts = texts;
  }

  /** Returns the layout in which all these blocks are records; null: there is none. */
  static @Nullable TrafficLayout of(List<byte[]> blocks) {
    for (TrafficLayout layout : values()) {
      if (blocks.stream().allMatch(block -> layout.read(block) != null)) {
        return layout;
      }
    }
    return null;
  }

  /** Returns the record in a block; null: it has another layout. */
  @Nullable TrafficRecord read(byte[] block) {
    int connection = Integer.BYTES + (events ? 1 : 0);
    int at = connection + Long.BYTES;
    for (int i = 0; i < texts; i++) {
      at = afterText(block, at);
    }
    if (block.length - at < 2 * Long.BYTES) {
      return null;
    }
    TrafficRecord traffic =
        new TrafficRecord(
            BsonElements.getLong(block, connection),
            BsonElements.getLong(block, at),
            BsonElements.getLong(block, at + Long.BYTES),
            block,
            at + 2 * Long.BYTES);
    boolean readable = traffic.hasMessage() ? traffic.isMessage() : events;
    return readable ? traffic : null;
  }

  /** Returns the end of the block if no text ends there. */
  private static int afterText(byte[] block, int from) {
    int at = from;
    while (at < block.length && block[at] != 0) {
      at++;
    }
    return at + 1;
  }
}
