package io.stallmark.transfer.format;

import io.stallmark.spi.Args;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads rows from BSON documents. */
final class BsonRowParser implements RowParser {

  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final RowShape shape;
  private RawBatch batch = new RawBatch("", 0, 0, new byte[0]);
  private int at;
  private int end; // of the document, before its final 0

  BsonRowParser(RowShape shape) {
    this.shape = shape;
  }

  @Override
  public void parse(RawBatch from, Args into) throws BadInput {
    batch = from;
    at = 0;
    for (int row = 0; row < from.documents(); row++) {
      document(into.row(row));
    }
  }

  private void document(Args into) throws BadInput {
    int start = at;
    int length = (int) INT32.get(batch.bytes(), at);
    end = start + length - 1;
    if (length < Integer.BYTES + 1 || end >= batch.length() || batch.bytes()[end] != 0) {
      throw batch.badOffset(start, "not a BSON document");
    }
    at += Integer.BYTES;
    long seen = 0;
    for (int likely = 0; at < end; likely++) {
      int field = at;
      int type = batch.bytes()[at++];
      int column = shape.find(batch.bytes(), at, endOfName(field), likely);
      if (column < 0) {
        throw batch.badOffset(field, "a field that the table does not have");
      }
      if ((seen & (1L << column)) != 0) {
        throw batch.badOffset(field, "field " + shape.name(column) + " is there twice");
      }
      seen |= 1L << column;
      at += shape.encodedName(column).length + 1;
      value(type, column, field, into);
      likely = column;
    }
    for (int i = 0; i < shape.count(); i++) {
      if ((seen & (1L << i)) == 0) {
        String missing = shape.missing(seen);
        if (!missing.isEmpty()) {
          throw batch.badOffset(start, missing);
        }
        into.setNull(i);
      }
    }
    at = end + 1;
  }

  private int endOfName(int field) throws BadInput {
    for (int i = at; i < end; i++) {
      if (batch.bytes()[i] == 0) {
        return i;
      }
    }
    throw batch.badOffset(field, "a field name without an end");
  }

  private void value(int type, int column, int field, Args into) throws BadInput {
    if (type == BsonRowWriter.NULL) {
      if (!shape.nullable(column)) {
        throw batch.badOffset(field, "field " + shape.name(column) + " is null");
      }
      into.setNull(column);
      return;
    }
    switch (shape.form(column)) {
      case TEXT -> sequence(type, BsonRowWriter.STRING, column, field, into);
      case BYTES -> sequence(type, BsonRowWriter.BINARY, column, field, into);
      case FLOAT64 -> {
        require(type == BsonRowWriter.DOUBLE, column, field);
        into.set(column, next(field));
      }
      case BOOLEAN -> {
        require(type == BsonRowWriter.BOOLEAN && at < end, column, field);
        into.set(column, batch.bytes()[at++] == 0 ? 0L : 1L);
      }
      case TIMESTAMP -> {
        require(type == BsonRowWriter.DATE, column, field);
        into.set(column, next(field));
      }
      case DATE -> {
        require(type == BsonRowWriter.DATE, column, field);
        long millis = next(field);
        require(Math.floorMod(millis, BsonRowWriter.DAY) == 0, column, field);
        into.set(column, Math.floorDiv(millis, BsonRowWriter.DAY));
      }
      default -> integer(type, column, field, into);
    }
  }

  private void integer(int type, int column, int field, Args into) throws BadInput {
    require(type == BsonRowWriter.INT32 || type == BsonRowWriter.INT64, column, field);
    long number = type == BsonRowWriter.INT64 ? next(field) : next32(field);
    String complaint = shape.complaint(column, number);
    if (!complaint.isEmpty()) {
      throw batch.badOffset(field, complaint);
    }
    into.set(column, number);
  }

  private void sequence(int type, int wanted, int column, int field, Args into) throws BadInput {
    require(type == wanted, column, field);
    int length = next32(field);
    boolean text = wanted == BsonRowWriter.STRING;
    if (length < (text ? 1 : 0) || length >= end - at + (text ? 1 : 0)) {
      throw batch.badOffset(field, "field " + shape.name(column) + " ends after its document");
    }
    require(!text || batch.bytes()[at + length - 1] == 0, column, field);
    int from = text ? at : at + 1; // binary: after its subtype
    int size = text ? length - 1 : length;
    String complaint = shape.complaint(column, batch.bytes(), from, from + size);
    if (!complaint.isEmpty()) {
      throw batch.badOffset(field, complaint);
    }
    System.arraycopy(batch.bytes(), from, into.bytes(column, size), 0, size);
    into.length(column, size);
    at += length + (text ? 0 : 1);
  }

  private long next(int field) throws BadInput {
    if (end - at < Long.BYTES) {
      throw batch.badOffset(field, "a value that ends after its document");
    }
    long value = (long) INT64.get(batch.bytes(), at);
    at += Long.BYTES;
    return value;
  }

  private int next32(int field) throws BadInput {
    if (end - at < Integer.BYTES) {
      throw batch.badOffset(field, "a value that ends after its document");
    }
    int value = (int) INT32.get(batch.bytes(), at);
    at += Integer.BYTES;
    return value;
  }

  private void require(boolean fits, int column, int field) throws BadInput {
    if (!fits) {
      throw batch.badOffset(
          field,
          "field "
              + shape.name(column)
              + " is no "
              + shape.form(column).name().toLowerCase(java.util.Locale.ROOT));
    }
  }
}
