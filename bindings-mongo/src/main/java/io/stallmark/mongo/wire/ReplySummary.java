package io.stallmark.mongo.wire;

import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.spi.wire.SessionRecorder.Summary;
import io.stallmark.trace.RowHash;
import io.stallmark.trace.TraceRecord.Outcome;
import java.nio.charset.StandardCharsets;

/**
 * Sum of the messages that reply to an operation: one, or several of an exhaust cursor. Recorder
 * and replay both sum up with it. Content that differs from run to run is not in the hash: times of
 * the cluster, numbers of cursors. Methods throw {@link org.bson.BsonSerializationException} where
 * the bytes are no BSON. Not thread-safe.
 */
public final class ReplySummary {

  private final String command;
  private boolean replied;
  private long cursor;
  private long rows;
  private long affected;
  private long hash;
  private boolean result;
  private boolean failed;
  private int code;
  private String message = "";

  /** Creates a sum of no message. */
  public ReplySummary(String command) {
    this.command = command;
  }

  /** Adds a message from the server. */
  void add(MongoMessage message) {
    replied = true;
    boolean documents = command.equals(MongoMessage.OLD_QUERY);
    if (documents && (message.flags() & MongoMessage.QUERY_FAILURE) != 0) {
      failed = true;
    }
    if (documents && !failed) {
      addDocuments(message);
    } else {
      add(message.bytes(), message.document(), message.contentEnd());
    }
  }

  /**
   * Adds the document of a message.
   *
   * @param document offset of the document
   * @param limit offset at which the document has to end at the latest
   */
  public void add(byte[] bytes, int document, int limit) {
    replied = true;
    cursor = 0;
    addReply(bytes, new BsonElements(bytes, document, limit));
  }

  /** Number of the cursor that the last message names; 0: none, or it has no more documents. */
  public long cursor() {
    return cursor;
  }

  /** The server's first error message in one line; empty: no error. */
  public String message() {
    return failed ? MongoErrors.oneLine(message) : "";
  }

  /**
   * Returns the sum; its outcome is NONE if no message was added.
   *
   * @param bytes size of the messages
   */
  public Summary sum(long bytes) {
    Outcome success = result ? Outcome.ROWS : Outcome.OK;
    Outcome outcome = !replied ? Outcome.NONE : failed ? Outcome.ERROR : success;
    return new Summary(outcome, code, rows, affected, bytes, hash);
  }

  private void addReply(byte[] bytes, BsonElements elements) {
    while (elements.next()) {
      if (elements.named("ok")) {
        failed |= elements.integer() != 1;
      } else if (elements.named("code")) {
        fail((int) elements.integer());
      } else if (elements.named("errmsg")) {
        keep(elements);
      } else if (elements.named("cursor") && elements.isDocument()) {
        addCursor(bytes, elements.elements());
      } else if (elements.named("value")) {
        addValue(bytes, elements);
      } else if (elements.named("values") && elements.isArray()) {
        addBatch(bytes, elements.elements());
      } else if (elements.named("writeErrors") && elements.isArray()) {
        addErrors(elements.elements());
      } else if (elements.named("upserted") && elements.isArray()) {
        addUpserted(elements.elements());
      } else if (elements.named("lastErrorObject") && elements.isDocument()) {
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
    while (errors.nextDocument()) {
      BsonElements error = errors.elements();
      while (error.next()) {
        if (error.named("code")) {
          fail((int) error.integer());
          hash += hash("writeErrors.code", error.integer());
        } else if (error.named("errmsg")) {
          keep(error);
        }
      }
    }
  }

  /** The first code is the operation's. */
  private void fail(int error) {
    failed = true;
    code = code == 0 ? error : code;
  }

  /** The first message is the operation's. */
  private void keep(BsonElements text) {
    message = message.isEmpty() ? text.text() : message;
  }

  private void addLastError(BsonElements elements) {
    while (elements.next()) {
      if (elements.name().equals("n")) {
        affected += elements.integer();
      }
    }
  }

  private void addCursor(byte[] bytes, BsonElements elements) {
    while (elements.next()) {
      if (elements.named("id")) {
        cursor = elements.integer();
      } else if ((elements.named("firstBatch") || elements.named("nextBatch"))
          && elements.isArray()) {
        addBatch(bytes, elements.elements());
      }
    }
  }

  /** The document that findAndModify found; null: none. */
  private void addValue(byte[] bytes, BsonElements value) {
    result = true;
    if (value.isDocument()) {
      addRow(bytes, value);
    }
  }

  private void addBatch(byte[] bytes, BsonElements values) {
    result = true;
    while (values.next()) {
      addRow(bytes, values);
    }
  }

  private void addRow(byte[] bytes, BsonElements value) {
    result = true;
    rows++;
    hash += RowHash.of(bytes, value.value(), value.length());
  }

  /** Documents of a collection, in the answer to a query of an old driver. */
  private void addDocuments(MongoMessage message) {
    result = true;
    BsonElements documents =
        BsonElements.ofDocuments(message.bytes(), message.document(), message.end());
    while (documents.next()) {
      addRow(message.bytes(), documents);
    }
  }

  private static long hash(String name, long number) {
    byte[] text = (name + "=" + number).getBytes(StandardCharsets.UTF_8);
    return RowHash.of(text, 0, text.length);
  }
}
