package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.io.BasicOutputBuffer;

/**
 * The elements of a document, compiled to alternating fixed bytes and slots. Does not allocate; not
 * thread-safe.
 */
final class BsonTemplate {

  /** A compiled part of a command: one or several elements of a document. */
  @FunctionalInterface
  interface Element {

    /** Writes the elements with the values of one row of an execution. Does not allocate. */
    void write(Args args, int row, BsonBytes out);

    /** Returns a field's name as BSON has it, with a terminating zero. */
    static byte[] name(String name) {
      return (name + "\0").getBytes(StandardCharsets.UTF_8);
    }

    static void begin(BsonType type, byte[] name, BsonBytes out) {
      out.writeByte(type.getValue());
      out.writeBytes(name, name.length);
    }
  }

  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private final List<Param> params;
  private final List<Element> parts = new ArrayList<>();
  private final BasicOutputBuffer fixed = new BasicOutputBuffer();
  private Element[] compiled = {};

  private BsonTemplate(List<Param> params) {
    this.params = params;
  }

  /**
   * Compiles a document.
   *
   * @param replaced compiled fields that take the place of fields of the document, by name
   * @throws IllegalArgumentException when a slot has a parameter that is not in the list
   */
  static BsonTemplate compile(
      BsonDocument document, List<Param> params, Map<String, Element> replaced) {
    BsonTemplate template = new BsonTemplate(params);
    document.forEach(
        (name, value) -> {
          Element other = replaced.get(name);
          if (other == null) {
            template.add(name, value);
          } else {
            template.add(other);
          }
        });
    return template.end();
  }

  private void add(String name, BsonValue value) {
    if (value instanceof BsonSlot slot) {
      add(name, slot);
    } else if (hasSlot(value)) {
      begin(name, value.getBsonType());
      BsonTemplate inner =
          compile(value.isArray() ? items(value.asArray()) : value.asDocument(), params, Map.of());
      add(inner::writeDocument);
    } else {
      fixed.writeBytes(elements(new BsonDocument(name, value)));
    }
  }

  private void add(String name, BsonSlot slot) {
    BsonType type = slot.type(params);
    Element value = slot.compile(params);
    int nullable = slot.nullable(params);
    if (nullable < 0) {
      begin(name, type);
      add(value);
      return;
    }
    byte[] field = Element.name(name);
    add(
        (args, row, out) -> {
          boolean isNull = args.isNull(row, nullable);
          Element.begin(isNull ? BsonType.NULL : type, field, out);
          if (!isNull) {
            value.write(args, row, out);
          }
        });
  }

  private void begin(String name, BsonType type) {
    fixed.writeByte(type.getValue());
    fixed.writeCString(name);
  }

  private void add(Element part) {
    end();
    parts.add(part);
  }

  /** Ends a run of fixed bytes. */
  private BsonTemplate end() {
    byte[] bytes = fixed.toByteArray();
    fixed.truncateToPosition(0);
    if (bytes.length > 0) {
      parts.add((args, row, out) -> out.writeBytes(bytes, bytes.length));
    }
    compiled = parts.toArray(Element[]::new);
    return this;
  }

  private static boolean hasSlot(BsonValue value) {
    if (value.isDocument()) {
      return value.asDocument().values().stream().anyMatch(BsonTemplate::hasSlot);
    }
    return value.isArray()
        ? value.asArray().stream().anyMatch(BsonTemplate::hasSlot)
        : value instanceof BsonSlot;
  }

  /** Returns the items by their indexes, as BSON stores an array. */
  private static BsonDocument items(BsonArray array) {
    BsonDocument items = new BsonDocument();
    array.forEach(item -> items.append(Integer.toString(items.size()), item));
    return items;
  }

  /** Returns the bytes of a document without its length and its terminating zero. */
  static byte[] elements(BsonDocument document) {
    RawBsonDocument raw = new RawBsonDocument(document, CODEC);
    int start = raw.getByteOffset();
    return Arrays.copyOfRange(
        raw.getBackingArray(), start + Integer.BYTES, start + raw.getByteLength() - 1);
  }

  /** Writes the elements with the values of one row. */
  void write(Args args, int row, BsonBytes out) {
    for (Element part : compiled) {
      part.write(args, row, out);
    }
  }

  /** Writes the elements with the length before and the zero after them. */
  void writeDocument(Args args, int row, BsonBytes out) {
    int start = out.open();
    write(args, row, out);
    out.close(start);
  }
}
