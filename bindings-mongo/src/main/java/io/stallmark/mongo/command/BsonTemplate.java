package io.stallmark.mongo.command;

import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.BsonValueCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * A document as BSON bytes with slots. Writing it copies the bytes between the slots and writes the
 * values. Where texts, binary data, lists or NULLs have changed the length, it also corrects the
 * lengths of the enclosing documents. Does not allocate; not thread-safe.
 */
final class BsonTemplate {

  /**
   * A document or array whose length varies with its values.
   *
   * @param offset offset of its length field
   * @param length length in the template
   * @param slotsBefore number of slots that start before it
   * @param slotsUpTo number of slots that start before its end
   */
  private record Span(int offset, int length, int slotsBefore, int slotsUpTo) {}

  private final byte[] bytes;
  private final BsonSlot[] slots;
  private final Span[] spans;
  private final boolean extras;

  /** Element n: number of bytes by which the first n slots exceed their width in the template. */
  private final int[] growth;

  private BsonTemplate(byte[] bytes, List<BsonSlot> slots, List<Span> spans) {
    this.bytes = bytes;
    this.slots = slots.toArray(BsonSlot[]::new);
    this.spans = spans.toArray(Span[]::new);
    extras = slots.stream().anyMatch(BsonSlot::hasExtra);
    growth = new int[slots.size() + 1];
  }

  static BsonTemplate compile(BsonDocument document, List<Param> params) {
    return new Compiler(params).compile(document);
  }

  /** Maximum size in bytes without {@link #extra}. */
  int capacity() {
    int most = bytes.length;
    for (BsonSlot slot : slots) {
      most += slot.growth();
    }
    return most;
  }

  /**
   * Number of bytes that the values of an execution add to {@link #capacity}; 0 if no slot can add
   * bytes.
   */
  int extra(Args args, int row) {
    int extra = 0;
    if (extras) {
      for (BsonSlot slot : slots) {
        extra += slot.extra(args, row);
      }
    }
    return extra;
  }

  /**
   * Writes the document with the values of an execution.
   *
   * @return offset after the document in {@code into}
   */
  int write(Args args, int row, byte[] into, int at) {
    int from = 0;
    int to = at;
    for (int i = 0; i < slots.length; i++) {
      BsonSlot slot = slots[i];
      int fixed = slot.offset() - from;
      System.arraycopy(bytes, from, into, to, fixed);
      int end = slot.write(args, row, into, to + fixed);
      from = slot.offset() + slot.width();
      to = end;
      growth[i + 1] = to - at - from;
    }
    System.arraycopy(bytes, from, into, to, bytes.length - from);
    for (Span span : spans) {
      int before = growth[span.slotsBefore];
      BsonBytes.putInt(
          into, at + span.offset + before, span.length + growth[span.slotsUpTo] - before);
    }
    return to + bytes.length - from;
  }

  /**
   * Encodes the document with placeholders and records the offsets of the slots and of the lengths.
   */
  private static final class Compiler {

    private static final BsonValueCodec CODEC = new BsonValueCodec();

    private final List<Param> params;
    private final BasicOutputBuffer out = new BasicOutputBuffer();
    private final BsonBinaryWriter writer = new BsonBinaryWriter(out);
    private final List<BsonSlot> slots = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();

    Compiler(List<Param> params) {
      this.params = params;
    }

    BsonTemplate compile(BsonDocument document) {
      write(document);
      return new BsonTemplate(out.toByteArray(), slots, spans);
    }

    private void write(BsonValue value) {
      if (value instanceof SlotMarker marker) {
        BsonSlot slot = BsonSlot.of(marker, params);
        int element = out.getPosition();
        slot.writePlaceholder(writer);
        slots.add(slot.at(element, out.getPosition() - slot.width()));
      } else if (value.isDocument()) {
        writer.writeStartDocument();
        int start = out.getPosition() - Integer.BYTES;
        int before = slots.size();
        value
            .asDocument()
            .forEach(
                (name, field) -> {
                  writer.writeName(name);
                  write(field);
                });
        writer.writeEndDocument();
        noteSpan(start, before);
      } else if (value.isArray()) {
        writer.writeStartArray();
        int start = out.getPosition() - Integer.BYTES;
        int before = slots.size();
        value.asArray().forEach(this::write);
        writer.writeEndArray();
        noteSpan(start, before);
      } else {
        CODEC.encode(writer, value, EncoderContext.builder().build());
      }
    }

    private void noteSpan(int start, int slotsBefore) {
      if (slots.stream().skip(slotsBefore).anyMatch(BsonSlot::varies)) {
        spans.add(new Span(start, out.getPosition() - start, slotsBefore, slots.size()));
      }
    }
  }
}
