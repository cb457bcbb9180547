package io.stallmark.mongo.replay;

import io.stallmark.mongo.replay.LiveCursors.LiveCursor;
import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.mongo.wire.MongoMessage;
import java.util.Arrays;
import org.bson.RawBsonDocument;

/**
 * Writes recorded commands as the live server gets them: one document, in one buffer that all
 * commands of a session share. Documents of sequences become elements of an array. What the driver
 * adds is left out: logical session, time of the cluster, read preference, database. Values are
 * copied without decoding. Not thread-safe.
 */
final class CommandWriter {

  /** Number of a command that has none. */
  static final long NO_NUMBER = -1;

  /**
   * Largest command as one document, bytes: the largest document, and its envelope without what the
   * driver adds.
   */
  static final int MOST = 16 * 1024 * 1024 + 15 * 1024;

  private static final int START = 16 * 1024;

  /** Largest buffer that is kept, bytes. */
  private static final int KEPT = 1 << 20;

  /** Digits of an index and the end of its text. */
  private static final int INDEX = 11;

  private static final String READ_CONCERN = "readConcern";

  /** Times of the recorded cluster. */
  private static final String[] TIMES = {"afterClusterTime", "atClusterTime"};

  private static final String[] OF_DRIVER = {
    RecordedCommand.LSID,
    RecordedCommand.DATABASE,
    RecordedCommand.NUMBER,
    "$clusterTime",
    "$readPreference",
    "recoveryToken"
  };

  private final boolean transactions;
  private final LiveCursors cursors;
  private byte[] bytes = new byte[START];
  private int at;

  /**
   * Creates a writer.
   *
   * @param transactions whether the live server has transactions; otherwise commands lose what
   *     makes them part of one
   */
  CommandWriter(boolean transactions, LiveCursors cursors) {
    this.transactions = transactions;
    this.cursors = cursors;
  }

  /**
   * Writes a command. The result is valid until the next call.
   *
   * @param number number in the live session; {@link #NO_NUMBER}: none
   */
  RawBsonDocument write(RecordedCommand command, long number) {
    MongoMessage message = command.message();
    if (bytes.length > KEPT) {
      bytes = new byte[START];
    }
    at = 0;
    reserve(message.end());
    at = Integer.BYTES;
    writeElements(command, message.elements(), message.bytes());
    if (number != NO_NUMBER) {
      name(BsonElements.INT64, RecordedCommand.NUMBER);
      putLong(number);
    }
    for (int i = message.sequence(-1); i >= 0; i = message.sequence(i)) {
      writeSequence(message, i);
    }
    end(0);
    return new RawBsonDocument(bytes, 0, at);
  }

  private void writeElements(RecordedCommand command, BsonElements elements, byte[] source) {
    boolean first = true;
    int from = -1; // start of the elements that are copied together
    int to = -1;
    while (elements.next()) {
      if (isCopied(command, elements, first)) {
        from = from < 0 ? elements.start() : from;
        to = elements.after();
      } else {
        copy(source, from, to);
        from = -1;
        to = -1;
        replace(command, elements, source, first);
      }
      first = false;
    }
    copy(source, from, to);
  }

  private boolean isCopied(RecordedCommand command, BsonElements element, boolean first) {
    if (first) {
      return !command.isGetMore();
    }
    if (isNamed(element, OF_DRIVER) || element.named(READ_CONCERN)) {
      return false;
    }
    if (command.isInTransaction() && !transactions) {
      return !element.named("startTransaction") && !element.named(RecordedCommand.AUTOCOMMIT);
    }
    return !command.killsCursors() || !element.named(RecordedCommand.CURSORS);
  }

  /** Writes what takes an element's place, which may be nothing. */
  private void replace(
      RecordedCommand command, BsonElements element, byte[] source, boolean first) {
    if (first) {
      LiveCursor cursor = cursors.get(command.cursor());
      name(BsonElements.INT64, RecordedCommand.GET_MORE);
      putLong(cursor == null ? 0 : cursor.id());
    } else if (element.named(READ_CONCERN) && element.isDocument()) {
      if (transactions || !command.isInTransaction()) {
        writeReadConcern(element.elements(), source);
      }
    } else if (element.named(RecordedCommand.CURSORS) && element.isArray()) {
      writeCursors(element.elements());
    }
  }

  private void writeReadConcern(BsonElements fields, byte[] source) {
    int start = at;
    name(BsonElements.DOCUMENT, READ_CONCERN);
    int document = begin();
    while (fields.next()) {
      if (!isNamed(fields, TIMES)) {
        copy(source, fields.start(), fields.after());
      }
    }
    end(document);
    if (at - document == BsonElements.EMPTY_DOCUMENT) {
      at = start;
    }
  }

  private void writeCursors(BsonElements recorded) {
    name(BsonElements.ARRAY, RecordedCommand.CURSORS);
    int array = begin();
    int index = 0;
    while (recorded.next()) {
      LiveCursor cursor = cursors.get(recorded.integer());
      if (cursor != null) {
        index(BsonElements.INT64, index++);
        putLong(cursor.id());
      }
    }
    end(array);
  }

  private void writeSequence(MongoMessage message, int section) {
    byte[] source = message.bytes();
    put(BsonElements.ARRAY);
    copy(source, section + 1 + Integer.BYTES, message.sequenceDocuments(section)); // its name
    int array = begin();
    BsonElements documents = message.documents(section);
    for (int index = 0; documents.next(); index++) {
      index(BsonElements.DOCUMENT, index);
      copy(source, documents.value(), documents.after());
    }
    end(array);
  }

  private static boolean isNamed(BsonElements element, String[] names) {
    for (String name : names) {
      if (element.named(name)) {
        return true;
      }
    }
    return false;
  }

  private int begin() {
    int document = at;
    reserve(Integer.BYTES);
    at += Integer.BYTES;
    return document;
  }

  private void end(int document) {
    put((byte) 0);
    BsonElements.setInt(bytes, document, at - document);
  }

  private void name(byte type, String name) {
    put(type);
    for (int i = 0; i < name.length(); i++) {
      put((byte) name.charAt(i));
    }
    put((byte) 0);
  }

  private void index(byte type, int index) {
    put(type);
    reserve(INDEX);
    int digits = 1;
    for (int rest = index; rest >= 10; rest /= 10) {
      digits++;
    }
    int rest = index;
    for (int i = at + digits - 1; i >= at; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    at += digits;
    put((byte) 0);
  }

  private void putLong(long value) {
    reserve(Long.BYTES);
    BsonElements.setLong(bytes, at, value);
    at += Long.BYTES;
  }

  private void put(byte value) {
    reserve(1);
    bytes[at++] = value;
  }

  private void copy(byte[] source, int from, int to) {
    if (from < to) {
      reserve(to - from);
      System.arraycopy(source, from, bytes, at, to - from);
      at += to - from;
    }
  }

  private void reserve(int length) {
    if (bytes.length - at < length) {
      bytes = Arrays.copyOf(bytes, Math.max(at + length, 2 * bytes.length));
    }
  }
}
