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
 * A document as BSON bytes with slots in it. Writing it out is copying what lies between the slots
 * and, where a text, bytes or NULL changed its length, correcting the lengths of the documents
 * around it. Allocates nothing; not thread-safe.
 */
final class BsonTemplate {

  /**
   * A document or array whose length varies with what it holds.
   *
   * @param offset of its length field
   * @param slotsBefore slots that begin before it
   * @param slotsUpTo slots that begin before its end
   */
  private record Span(int offset, int length, int slotsBefore, int slotsUpTo) {}

  private final byte[] bytes;
  private final BsonSlot[] slots;
  private final Span[] spans;
  private final boolean extras;

  /** By how much the slots before the n-th have grown over their width in the skeleton. */
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

  /** The most bytes that it can take, without what {@link #extra} says. */
  int capacity() {
    int most = bytes.length;
    for (BsonSlot slot : slots) {
      most += slot.growth();
    }
    return most;
  }

  /** What an execution's values take beyond that; 0 where nothing can. */
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
   * @return where it ends in {@code into}
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

  /** Encodes the document with placeholders and notes where they and the lengths are. */
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
