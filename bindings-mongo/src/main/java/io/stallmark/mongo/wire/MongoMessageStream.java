package io.stallmark.mongo.wire;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Cuts the bytes of one direction of a session into messages. A message in one piece is not copied,
 * another one once. Not thread-safe.
 */
final class MongoMessageStream {

  /** Receives the messages of a stream. */
  interface Receiver {

    /**
     * Receives a complete message.
     *
     * @param first when its first byte was read
     * @param last when its last byte was read
     */
    void message(MongoMessage message, long first, long last);
  }

  /** Bytes that are enough to recognise a message: those of the shortest OP_MSG. */
  private static final int EVIDENCE = 26;

  private static final int KNOWN_FLAGS =
      MongoMessage.CHECKSUM_PRESENT | MongoMessage.MORE_TO_COME | MongoMessage.EXHAUST_ALLOWED;
  private static final byte[] NONE = {};

  private final boolean requests;
  private final Receiver receiver;
  private final LongConsumer unreadable;
  private boolean searching;
  private byte[] held = NONE; // the beginning of a header
  private byte[] message = NONE; // not complete
  private int filled;
  private long first; // when the first byte of held or message was read

  /**
   * Creates a stream.
   *
   * @param requests whether a client sends it
   * @param unreadable accepts the time at which bytes are skipped that are no message
   */
  MongoMessageStream(boolean requests, Receiver receiver, LongConsumer unreadable) {
    this.requests = requests;
    this.receiver = receiver;
    this.unreadable = unreadable;
  }

  /** Bytes are missing: skips to the next bytes that look like a message. */
  void resume() {
    held = NONE;
    message = NONE;
    searching = true;
  }

  /** Accepts the next bytes. */
  void accept(long time, byte[] piece) {
    int begun = held.length;
    byte[] bytes = begun == 0 ? piece : joined(piece);
    held = NONE;
    int at = 0;
    while (at < bytes.length) {
      if (message.length > 0) {
        at = fill(time, bytes, at);
        continue;
      }
      if (searching) {
        at = search(bytes, at);
        searching = bytes.length - at < EVIDENCE;
      }
      if (at >= begun) {
        first = time;
      }
      if (searching || bytes.length - at < MongoMessage.HEADER) {
        held = Arrays.copyOfRange(bytes, at, bytes.length);
        return;
      }
      at = begin(time, bytes, at);
    }
  }

  private byte[] joined(byte[] piece) {
    byte[] bytes = Arrays.copyOf(held, held.length + piece.length);
    System.arraycopy(piece, 0, bytes, held.length, piece.length);
    return bytes;
  }

  private int begin(long time, byte[] bytes, int at) {
    int length = BsonElements.getInt(bytes, at);
    if (!MongoMessage.isPlausible(length, BsonElements.getInt(bytes, at + 12))) {
      unreadable.accept(time);
      searching = true;
      return at + 1;
    }
    if (length > bytes.length - at) {
      message = new byte[length];
      filled = 0;
      return at;
    }
    receiver.message(MongoMessage.at(bytes, at, length), first, time);
    return at + length;
  }

  private int fill(long time, byte[] bytes, int at) {
    int length = Math.min(bytes.length - at, message.length - filled);
    System.arraycopy(bytes, at, message, filled, length);
    filled += length;
    if (filled == message.length) {
      byte[] complete = message;
      message = NONE;
      receiver.message(MongoMessage.at(complete, 0, complete.length), first, time);
    }
    return at + length;
  }

  /** Returns where a message begins, or where too few bytes are left to recognise one. */
  private int search(byte[] bytes, int from) {
    int at = from;
    while (bytes.length - at >= EVIDENCE && !isBeginning(bytes, at)) {
      at++;
    }
    return at;
  }

  private boolean isBeginning(byte[] bytes, int at) {
    int length = BsonElements.getInt(bytes, at);
    int opcode = BsonElements.getInt(bytes, at + 12);
    int flags = BsonElements.getInt(bytes, at + MongoMessage.HEADER);
    if (length < EVIDENCE || length > MongoMessage.MAX_LENGTH) {
      return false;
    }
    if (requests && BsonElements.getInt(bytes, at + 8) != 0) { // a request answers nothing
      return false;
    }
    if (opcode == MongoMessage.OP_MSG) {
      return (flags & ~KNOWN_FLAGS) == 0
          && (bytes[at + 20] & ~1) == 0 // kind of the section
          && isContent(bytes, at, 21);
    }
    return requests
        ? opcode == MongoMessage.OP_QUERY && (flags & ~0xFF) == 0
        : opcode == MongoMessage.OP_REPLY && (flags & ~0xF) == 0 && isContent(bytes, at, 36);
  }

  /** Whether a document can begin there: the numbers before it are frequent in data too. */
  private static boolean isContent(byte[] bytes, int at, int offset) {
    if (bytes.length - at < offset + Integer.BYTES) {
      return false;
    }
    int length = BsonElements.getInt(bytes, at + offset);
    return length >= BsonElements.EMPTY_DOCUMENT
        && length <= BsonElements.getInt(bytes, at) - offset;
  }
}
