package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.bson.BsonSerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Redactor of commands, each from its own bytes. Replaces texts and binary values in place; sizes
 * stay.
 */
record MongoRedactor(ValueMask mask) implements OperationRedactor {

  private static final int OLD_BINARY = 2;
  private static final int OBJECT_ID = 12;

  @Override
  public @Nullable Operation redact(Operation operation) {
    byte[] body = operation.body().clone();
    MongoMessage message = new MongoMessage(operation.command(), body, 0, body.length);
    try {
      if (message.opcode() == MongoMessage.OP_MSG) {
        body = command(message);
      } else if (message.opcode() == MongoMessage.OP_QUERY) {
        query(message);
      } else {
        return null;
      }
    } catch (BsonSerializationException e) {
      return null;
    }
    return new Operation(
        operation.session(), operation.time(), operation.sequence(), operation.command(), body);
  }

  /** Returns the message without its checksum, which would be wrong. */
  private byte[] command(MongoMessage message) {
    byte[] bytes = message.bytes();
    int end = message.contentEnd();
    command(new BsonElements(bytes, message.document(), end), bytes);
    int at = message.body() + Integer.BYTES;
    for (; at < end; at = message.after(at)) {
      if (bytes[at] == 0 && at + 1 != message.document()) {
        throw BsonElements.malformed("single document", at);
      }
    }
    for (int section = message.sequence(-1); section >= 0; section = message.sequence(section)) {
      sequence(message, section);
    }
    BsonElements.setInt(bytes, message.body(), message.flags() & ~MongoMessage.CHECKSUM_PRESENT);
    return Arrays.copyOf(bytes, end);
  }

  private void sequence(MongoMessage message, int section) {
    ValuePlace place = ValuePlace.COMMAND.of("", message.sequenceName(section));
    BsonElements documents = message.documents(section);
    while (documents.next()) {
      document(documents.elements(), message.bytes(), place, "");
    }
  }

  /** Redacts an OP_QUERY: a command, or a filter, perhaps with options around it. */
  private void query(MongoMessage message) {
    byte[] bytes = message.bytes();
    int document = message.document();
    int end = message.contentEnd();
    boolean filter = message.command().equals(MongoMessage.OLD_QUERY);
    query(new BsonElements(bytes, document, end), bytes, filter);
    int fields = BsonElements.end(bytes, document, end);
    if (fields < end) {
      document(new BsonElements(bytes, fields, end), bytes, ValuePlace.EXPRESSION, "");
      if (BsonElements.end(bytes, fields, end) != end) {
        throw BsonElements.malformed("end of message", fields);
      }
    }
  }

  /** Replaces the values of a command. Its first element has its name and its collection. */
  private void command(BsonElements elements, byte[] bytes) {
    if (elements.next() && elements.type() != BsonElements.STRING) {
      value(elements, bytes, ValuePlace.COMMAND.of("", elements.name()), elements.name());
    }
    document(elements, bytes, ValuePlace.COMMAND, "");
  }

  /** Replaces the values of an OP_QUERY's document. */
  private void query(BsonElements elements, byte[] bytes, boolean filter) {
    boolean first = true;
    while (elements.next()) {
      String name = elements.name();
      boolean wrapped = name.equals("$query") && elements.isDocument();
      if (wrapped && !filter) {
        command(elements.elements(), bytes);
      } else if (wrapped || (filter && !name.startsWith("$"))) {
        value(elements, bytes, ValuePlace.FILTER, name);
      } else if (!first || elements.type() != BsonElements.STRING || filter) {
        value(elements, bytes, ValuePlace.COMMAND.of("", name), name);
      }
      first = false;
    }
  }

  /**
   * Replaces the values of a document or an array.
   *
   * @param owner name of the field that has it
   */
  private void document(BsonElements elements, byte[] bytes, ValuePlace place, String owner) {
    while (elements.next()) {
      String name = elements.name();
      value(elements, bytes, place.of(owner, name), name);
    }
  }

  private void array(BsonElements elements, byte[] bytes, ValuePlace place, String owner) {
    while (elements.next()) {
      value(elements, bytes, place.ofElement(), owner);
    }
  }

  private void value(BsonElements element, byte[] bytes, ValuePlace place, String name) {
    int from = element.value();
    int end = element.after();
    switch (element.type()) {
      case BsonElements.DOCUMENT -> {
        if (place == ValuePlace.COMMAND) {
          command(element.elements(), bytes);
        } else {
          document(element.elements(), bytes, place, name);
        }
      }
      case BsonElements.ARRAY -> array(element.elements(), bytes, place, name);
      case BsonElements.STRING -> {
        if (name.equals("$regex")) {
          expression(bytes, from + Integer.BYTES, end - 1);
        } else if (!place.keeps(element.text())) {
          mask.text(bytes, from + Integer.BYTES, end - 1);
        }
      }
      case 0x0D, 0x0E -> mask.text(bytes, from + Integer.BYTES, end - 1); // code, symbol
      case 0x0C -> mask.text(bytes, from + Integer.BYTES, end - OBJECT_ID - 1); // reference
      case 0x0F -> code(bytes, from, end);
      case 0x0B -> expression(bytes, from, BsonElements.afterText(bytes, from, end, "text") - 1);
      case 0x05 -> {
        if (place != ValuePlace.NAMES) {
          int header =
              bytes[from + Integer.BYTES] == OLD_BINARY ? 2 * Integer.BYTES : Integer.BYTES;
          mask.text(bytes, Math.min(end, from + header + 1), end);
        }
      }
      default -> {
        // numbers, dates, identifiers
      }
    }
  }

  /** Replaces code with its scope. */
  private void code(byte[] bytes, int from, int end) {
    int text = from + 2 * Integer.BYTES;
    int length = BsonElements.getInt(bytes, from + Integer.BYTES);
    if (length < 1 || length > end - text) {
      throw BsonElements.malformed("code", from);
    }
    mask.text(bytes, text, text + length - 1);
    BsonElements scope = new BsonElements(bytes, text + length, end);
    document(scope, bytes, ValuePlace.VALUES, "");
  }

  /** Replaces a regular expression, but not that it begins where the text begins. */
  private void expression(byte[] bytes, int from, int end) {
    mask.text(bytes, from < end && bytes[from] == '^' ? from + 1 : from, end);
  }

  @Override
  public byte[] replied(Reply reply) {
    byte[] body = reply.body();
    ByteArrayOutputStream cursors = new ByteArrayOutputStream();
    try {
      int at = 0;
      while (body.length - at >= MongoMessage.HEADER) {
        int length = BsonElements.getInt(body, at);
        if (length < MongoMessage.HEADER || length > body.length - at) {
          break;
        }
        ReplySummary summary = new ReplySummary("");
        summary.add(MongoMessage.at(body, at, length));
        MongoMessage.writeCursor(summary.cursor(), cursors);
        at += length;
      }
    } catch (BsonSerializationException e) {
      return new byte[0];
    }
    return cursors.toByteArray();
  }
}
