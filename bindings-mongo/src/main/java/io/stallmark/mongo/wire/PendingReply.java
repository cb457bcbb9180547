package io.stallmark.mongo.wire;

import io.stallmark.trace.RowHash;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * The reply to an operation, summed up from its messages: one, or several of an exhaust cursor.
 * Content that differs from run to run is not in the hash: times of the cluster, numbers of
 * cursors.
 */
final class PendingReply {

  private static final byte[] OK = name("ok");
  private static final byte[] CODE = name("code");
  private static final byte[] CURSOR = name("cursor");
  private static final byte[] ID = name("id");
  private static final byte[] FIRST_BATCH = name("firstBatch");
  private static final byte[] NEXT_BATCH = name("nextBatch");
  private static final byte[] VALUE = name("value");
  private static final byte[] VALUES = name("values");
  private static final byte[] UPSERTED = name("upserted");
  private static final byte[] WRITE_ERRORS = name("writeErrors");
  private static final byte[] LAST_ERROR = name("lastErrorObject");

  private final long sequence;
  private final long sent;
  private final String command;
  private final boolean whole;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private boolean replied;
  private long firstByte;
  private long last;
  private long rows;
  private long affected;
  private long bytes;
  private long hash;
  private boolean result;
  private boolean failed;
  private int code;

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
  }

  private static byte[] name(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
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
    boolean documents = command.equals(MongoMessage.OLD_QUERY);
    if (documents && (message.flags() & MongoMessage.QUERY_FAILURE) != 0) {
      failed = true;
    }
    if (documents && !failed) {
      addDocuments(message);
    } else {
      addReply(message);
    }
    if (whole) {
      body.write(message.bytes(), message.body() - MongoMessage.HEADER, message.length());
    }
  }

  /** Returns the record; its outcome is NONE if no message was added. */
  Reply record(int session, long time) {
    Outcome outcome =
        !replied ? Outcome.NONE : failed ? Outcome.ERROR : result ? Outcome.ROWS : Outcome.OK;
    long latency = replied ? last - sent : 0;
    return new Reply(
        session,
        time,
        sequence,
        latency,
        firstByte,
        outcome,
        code,
        rows,
        affected,
        bytes,
        hash,
        body.toByteArray());
  }

  private void addReply(MongoMessage message) {
    BsonElements elements = message.elements();
    while (elements.next()) {
      if (elements.named(OK)) {
        failed |= elements.integer() != 1;
      } else if (elements.named(CODE)) {
        fail((int) elements.integer());
      } else if (elements.named(CURSOR) && elements.isDocument()) {
        addCursor(message, elements.elements());
      } else if (elements.named(VALUE)) {
        addValue(message, elements);
      } else if (elements.named(VALUES) && elements.isArray()) {
        addBatch(message, elements.elements());
      } else if (elements.named(WRITE_ERRORS) && elements.isArray()) {
        addErrors(elements.elements());
      } else if (elements.named(UPSERTED) && elements.isArray()) {
        addUpserted(elements.elements());
      } else if (elements.named(LAST_ERROR) && elements.isDocument()) {
        addLastError(elements.elements());
      } else {
        addCount(elements);
      }
    }
  }

  /** Numbers of documents, of the commands whose reply has them. */
  private void addCount(BsonElements elements) {
    if (elements.type() != BsonElements.INT32 && elements.type() != BsonElements.INT64) {
      return;
    }
    String name = elements.name();
    long number = elements.integer();
    switch (name) {
      case "n" -> affected += command.equals("insert") || command.equals("delete") ? number : 0;
      case "nModified", "nInserted", "nUpserted", "nDeleted" -> affected += number;
      default -> {
        return;
      }
    }
    hash += hash(name, number);
  }

  private void addUpserted(BsonElements documents) {
    long number = 0;
    while (documents.next()) {
      number++;
    }
    affected += number;
    hash += hash("upserted", number);
  }

  private void addErrors(BsonElements errors) {
    while (errors.next()) {
      if (errors.isDocument()) {
        BsonElements error = errors.elements();
        while (error.next()) {
          if (error.named(CODE)) {
            fail((int) error.integer());
            hash += hash("writeErrors.code", error.integer());
          }
        }
      }
    }
  }

  /** The first code is the operation's. */
  private void fail(int error) {
    failed = true;
    code = code == 0 ? error : code;
  }

  private void addLastError(BsonElements elements) {
    while (elements.next()) {
      if (elements.name().equals("n")) {
        affected += elements.integer();
      }
    }
  }

  private void addCursor(MongoMessage message, BsonElements elements) {
    while (elements.next()) {
      if (elements.named(ID)) {
        keepCursor(elements.integer());
      } else if ((elements.named(FIRST_BATCH) || elements.named(NEXT_BATCH))
          && elements.isArray()) {
        addBatch(message, elements.elements());
      }
    }
  }

  /** The document that findAndModify found; null: none. */
  private void addValue(MongoMessage message, BsonElements value) {
    result = true;
    if (value.isDocument()) {
      addRow(message, value);
    }
  }

  private void addBatch(MongoMessage message, BsonElements values) {
    result = true;
    while (values.next()) {
      addRow(message, values);
    }
  }

  private void addRow(MongoMessage message, BsonElements value) {
    result = true;
    rows++;
    hash += RowHash.of(message.bytes(), value.value(), value.length());
  }

  /** Documents of a collection, in the answer to a query of an old driver. */
  private void addDocuments(MongoMessage message) {
    result = true;
    int at = message.document();
    while (at < message.end()) {
      int end = BsonElements.end(message.bytes(), at, message.end());
      rows++;
      hash += RowHash.of(message.bytes(), at, end - at);
      at = end;
    }
  }

  /** A replay maps the number to that of the cursor which it opened. */
  private void keepCursor(long id) {
    if (!whole && id != 0 && !command.equals("getMore")) {
      BsonDocument cursor = new BsonDocument("id", new BsonInt64(id));
      body.writeBytes(MongoMessage.encode(new BsonDocument("cursor", cursor)));
    }
  }

  private static long hash(String name, long number) {
    byte[] text = (name + "=" + number).getBytes(StandardCharsets.UTF_8);
    return RowHash.of(text, 0, text.length);
  }
}
