package io.stallmark.mongo.replay;

import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.trace.TraceRecord.Operation;
import org.bson.BsonSerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Recorded command of OP_MSG, read by offsets. Reused for all commands of a session. Not
 * thread-safe.
 */
final class RecordedCommand {

  static final String GET_MORE = "getMore";
  static final String KILL_CURSORS = "killCursors";

  static final String LSID = "lsid";
  static final String NUMBER = "txnNumber";
  static final String AUTOCOMMIT = "autocommit";
  static final String DATABASE = "$db";
  static final String CURSORS = "cursors";

  /** Offset of a UUID in a binary value: after its length and its kind. */
  private static final int UUID = Integer.BYTES + 1;

  private static final int UUID_LENGTH = 2 * Long.BYTES;

  private @Nullable Operation read;
  private MongoMessage message = new MongoMessage(MongoMessage.OP_MSG, new byte[0], 0, 0);
  private String name = "";
  private String database = "";
  private long cursor;
  private LiveSessions.@Nullable Key session;
  private boolean numbered;
  private long number;
  private boolean transaction;
  private boolean tailable;

  /**
   * Reads an operation, unless it is the one that was read last.
   *
   * @throws BsonSerializationException when it is malformed
   */
  void read(Operation operation) {
    if (operation.equals(read)) {
      return;
    }
    read = null;
    message = new MongoMessage(operation.command(), operation.body(), 0, operation.body().length);
    database = "";
    session = null;
    numbered = false;
    transaction = false;
    tailable = false;
    BsonElements elements = message.elements();
    if (!elements.next()) {
      throw new BsonSerializationException("A command without elements");
    }
    name = elements.name();
    cursor = elements.integer();
    while (elements.next()) {
      add(elements);
    }
    read = operation;
  }

  private void add(BsonElements element) {
    if (element.named(DATABASE)) {
      database = element.text();
    } else if (element.named(LSID) && element.isDocument()) {
      session = key(element.elements());
    } else if (element.named(NUMBER)) {
      numbered = true;
      number = element.integer();
    } else if (element.named(AUTOCOMMIT)) {
      transaction = true;
    } else if (element.named("tailable") || element.named("awaitData")) {
      tailable |= element.length() == 1 && message.bytes()[element.value()] != 0;
    } else if (element.named("pipeline") && element.isArray()) {
      BsonElements stages = element.elements();
      if (stages.next() && stages.isDocument()) {
        BsonElements first = stages.elements();
        tailable |= first.next() && first.named("$changeStream");
      }
    }
  }

  private LiveSessions.@Nullable Key key(BsonElements id) {
    while (id.next()) {
      if (id.named("id") && id.length() == UUID + UUID_LENGTH) {
        int at = id.value() + UUID;
        return new LiveSessions.Key(
            BsonElements.getLong(message.bytes(), at),
            BsonElements.getLong(message.bytes(), at + Long.BYTES));
      }
    }
    return null;
  }

  /**
   * Returns the number of the cursor that a recorded reply opened; 0: none, or it was exhausted at
   * once.
   *
   * @param reply messages with their headers; may be empty
   */
  static long openedCursor(byte[] reply) {
    if (reply.length == 0) {
      return 0;
    }
    BsonElements elements = MongoMessage.at(reply, 0, reply.length).elements();
    while (elements.next()) {
      if (elements.named("cursor") && elements.isDocument()) {
        BsonElements fields = elements.elements();
        while (fields.next()) {
          if (fields.named("id")) {
            return fields.integer();
          }
        }
      }
    }
    return 0;
  }

  MongoMessage message() {
    return message;
  }

  String name() {
    return name;
  }

  String database() {
    return database;
  }

  /** Recorded number of the cursor that a getMore continues. */
  long cursor() {
    return cursor;
  }

  /** Recorded logical session; null: none. */
  LiveSessions.@Nullable Key session() {
    return session;
  }

  /** Whether it has a number: it is part of a transaction, or may be sent again. */
  boolean isNumbered() {
    return numbered;
  }

  long number() {
    return number;
  }

  /** Whether it is part of a transaction. */
  boolean isInTransaction() {
    return transaction;
  }

  boolean endsTransaction() {
    return name.equals("commitTransaction") || name.equals("abortTransaction");
  }

  /** Whether its cursor waits for documents that are inserted later. */
  boolean isTailable() {
    return tailable;
  }

  boolean isGetMore() {
    return name.equals(GET_MORE);
  }

  boolean killsCursors() {
    return name.equals(KILL_CURSORS);
  }

  /** Whether the server may reply with several messages, each with a batch of a cursor. */
  boolean isExhaust() {
    return isGetMore() && (message.flags() & MongoMessage.EXHAUST_ALLOWED) != 0;
  }
}
