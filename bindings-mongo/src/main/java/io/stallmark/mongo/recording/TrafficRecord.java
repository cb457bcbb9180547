package io.stallmark.mongo.recording;

import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.mongo.wire.MongoMessage;
import java.util.Arrays;

/**
 * Record of mongod's traffic recorder.
 *
 * @param connection number of the connection
 * @param time milliseconds since 1970, or microseconds since the start of the recording
 * @param order number of the record in the order in which the server saw the messages
 * @param block the record; not copied
 * @param start offset of the message in the record
 */
record TrafficRecord(long connection, long time, long order, byte[] block, int start) {

  /** Whether there is a message; otherwise the connection begins or ends. */
  boolean hasMessage() {
    return start < block.length;
  }

  /** Returns a copy of the message with its header. */
  byte[] message() {
    return Arrays.copyOfRange(block, start, block.length);
  }

  /** Whether the rest of the record is one message. */
  boolean isMessage() {
    return block.length - start >= MongoMessage.HEADER
        && BsonElements.getInt(block, start) == block.length - start
        && MongoMessage.isPlausible(block.length - start, BsonElements.getInt(block, start + 12));
  }
}
