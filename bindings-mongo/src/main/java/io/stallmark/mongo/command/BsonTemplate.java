package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.io.BasicOutputBuffer;
import org.bson.io.BsonOutput;

/**
 * The elements of a document, compiled to alternating fixed bytes and slots. Does not allocate; not
 * thread-safe.
 */
final class BsonTemplate implements BsonElement {

  private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

  private final List<Param> params;
  private final List<BsonElement> parts = new ArrayList<>();
  private final BasicOutputBuffer fixed = new BasicOutputBuffer();
  private BsonElement[] compiled = {};

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
      BsonDocument document, List<Param> params, Map<String, BsonElement> replaced) {
    BsonTemplate template = new BsonTemplate(params);
    document.forEach(
        (name, value) -> {
          BsonElement other = replaced.get(name);
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
      add(slot.compile(name, params));
    } else if (hasSlot(value)) {
      fixed.writeByte(value.getBsonType().getValue());
      fixed.writeCString(name);
      BsonTemplate inner =
          compile(value.isArray() ? items(value.asArray()) : value.asDocument(), params, Map.of());
      add(inner::writeDocument);
    } else {
      fixed.writeBytes(elements(new BsonDocument(name, value)));
    }
  }

  private void add(BsonElement part) {
    end();
    parts.add(part);
  }

  /** Ends a run of fixed bytes. */
  private BsonTemplate end() {
    byte[] bytes = fixed.toByteArray();
    fixed.truncateToPosition(0);
    if (bytes.length > 0) {
      parts.add((args, row, out) -> out.writeBytes(bytes));
    }
    compiled = parts.toArray(BsonElement[]::new);
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

  @Override
  public void write(Args args, int row, BsonOutput out) {
    for (BsonElement part : compiled) {
      part.write(args, row, out);
    }
  }

  /** Writes the elements with the length before and the zero after them. */
  void writeDocument(Args args, int row, BsonOutput out) {
    int start = BsonElement.open(out);
    write(args, row, out);
    BsonElement.close(start, out);
  }
}
