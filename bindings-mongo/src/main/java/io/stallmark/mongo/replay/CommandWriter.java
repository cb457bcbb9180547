package io.stallmark.mongo.replay;

import io.stallmark.mongo.command.BsonBytes;
import io.stallmark.mongo.replay.LiveCursors.LiveCursor;
import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.mongo.wire.MongoMessage;
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
  private BsonBytes out = new BsonBytes(START);

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
    if (out.array().length > KEPT) {
      out = new BsonBytes(START);
    }
    out.clear();
    int start = out.open();
    writeElements(command, message.elements(), message.bytes());
    if (number != NO_NUMBER) {
      name(BsonElements.INT64, RecordedCommand.NUMBER);
      out.writeInt64(number);
    }
    for (int i = message.sequence(-1); i >= 0; i = message.sequence(i)) {
      writeSequence(message, i);
    }
    out.close(start);
    return new RawBsonDocument(out.array(), 0, out.position());
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
      out.writeInt64(cursor == null ? 0 : cursor.id());
    } else if (element.named(READ_CONCERN) && element.isDocument()) {
      if (transactions || !command.isInTransaction()) {
        writeReadConcern(element.elements(), source);
      }
    } else if (element.named(RecordedCommand.CURSORS) && element.isArray()) {
      writeCursors(element.elements());
    }
  }

  private void writeReadConcern(BsonElements fields, byte[] source) {
    int start = out.position();
    name(BsonElements.DOCUMENT, READ_CONCERN);
    int document = out.open();
    while (fields.next()) {
      if (!isNamed(fields, TIMES)) {
        copy(source, fields.start(), fields.after());
      }
    }
    out.close(document);
    if (out.position() - document == BsonElements.EMPTY_DOCUMENT) {
      out.cut(start);
    }
  }

  private void writeCursors(BsonElements recorded) {
    name(BsonElements.ARRAY, RecordedCommand.CURSORS);
    int array = out.open();
    int index = 0;
    while (recorded.next()) {
      LiveCursor cursor = cursors.get(recorded.integer());
      if (cursor != null) {
        out.beginItem(BsonElements.INT64, index++);
        out.writeInt64(cursor.id());
      }
    }
    out.close(array);
  }

  private void writeSequence(MongoMessage message, int section) {
    byte[] source = message.bytes();
    out.writeByte(BsonElements.ARRAY);
    copy(source, section + 1 + Integer.BYTES, message.sequenceDocuments(section)); // its name
    int array = out.open();
    BsonElements documents = message.documents(section);
    for (int index = 0; documents.next(); index++) {
      out.beginItem(BsonElements.DOCUMENT, index);
      copy(source, documents.value(), documents.after());
    }
    out.close(array);
  }

  private static boolean isNamed(BsonElements element, String[] names) {
    for (String name : names) {
      if (element.named(name)) {
        return true;
      }
    }
    return false;
  }

  private void name(byte type, String name) {
    out.writeByte(type);
    for (int i = 0; i < name.length(); i++) {
      out.writeByte(name.charAt(i));
    }
    out.writeByte(0);
  }

  private void copy(byte[] source, int from, int to) {
    if (from < to) {
      out.writeBytes(source, from, to - from);
    }
  }
}
