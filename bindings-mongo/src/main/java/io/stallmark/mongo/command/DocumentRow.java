package io.stallmark.mongo.command;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A view of a document in a reply as a row. Columns are found by field name, because servers return
 * fields in the order in which they are stored. Not thread-safe.
 */
public final class DocumentRow implements Row {

  /** Maximum number of columns of a document whose fields are not declared. */
  private static final int MOST_COLUMNS = 64;

  private final ResultField[] fields;
  private final byte[][] names;
  private final byte[] types;
  private final int[] values;
  private byte[] bytes = {};

  /**
   * @param fields the columns; empty: the document's fields in their order
   */
  public DocumentRow(List<ResultField> fields) {
    this.fields = fields.toArray(ResultField[]::new);
    names =
        fields.stream()
            .map(field -> field.name().getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    int columns = fields.isEmpty() ? MOST_COLUMNS : names.length;
    types = new byte[columns];
    values = new int[columns];
  }

  /** Sets the row to a value in a reply: a document, or a value that {@code distinct} returns. */
  void turnTo(byte[] reply, byte type, int value) {
    bytes = reply;
    java.util.Arrays.fill(types, (byte) 0);
    if (type != BsonBytes.DOCUMENT) {
      types[0] = type;
      values[0] = value;
      return;
    }
    int at = value + Integer.BYTES;
    for (int i = 0; bytes[at] != 0; i++) {
      byte fieldType = bytes[at];
      int field = BsonBytes.value(bytes, at);
      int column = names.length == 0 ? i : column(at);
      if (column >= 0 && column < types.length) {
        types[column] = fieldType;
        values[column] = field;
      }
      at = BsonBytes.end(bytes, fieldType, field);
    }
  }

  /** Sets the row to one column with the number 0. */
  public void turnToZero() {
    turnTo(new byte[Long.BYTES], BsonBytes.INT64, 0);
  }

  private int column(int element) {
    for (int i = 0; i < names.length; i++) {
      if (BsonBytes.hasName(bytes, element, names[i])) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public boolean isNull(int column) {
    return types[column] == 0 || types[column] == BsonBytes.NULL;
  }

  @Override
  public long getLong(int column) throws DbException {
    byte type = types[column];
    if (type == BsonBytes.DATE) {
      return Math.floorDiv(BsonBytes.getLong(bytes, values[column]), fields[column].dateUnit());
    }
    if (type == BsonBytes.DECIMAL128) {
      return BsonBytes.getDecimal128(bytes, values[column], fields[column].scale());
    }
    if (type == BsonBytes.BOOLEAN) {
      return bytes[values[column]];
    }
    if (type != BsonBytes.INT32 && type != BsonBytes.INT64 && type != BsonBytes.DOUBLE) {
      throw wrong(column, "an integer");
    }
    return integer(bytes, type, values[column]);
  }

  @Override
  public double getDouble(int column) throws DbException {
    return types[column] == BsonBytes.DOUBLE
        ? Double.longBitsToDouble(BsonBytes.getLong(bytes, values[column]))
        : getLong(column);
  }

  @Override
  public int getText(int column, byte[] into) throws DbException {
    if (types[column] == BsonBytes.BINARY) {
      int length = BsonBytes.getInt(bytes, values[column]);
      int content = values[column] + Integer.BYTES + 1;
      System.arraycopy(bytes, content, into, 0, Math.min(length, into.length));
      return length;
    }
    if (types[column] == BsonBytes.DOCUMENT) {
      int length = BsonBytes.getInt(bytes, values[column]);
      System.arraycopy(bytes, values[column], into, 0, Math.min(length, into.length));
      return length;
    }
    if (types[column] != BsonBytes.STRING) {
      throw wrong(column, "a string");
    }
    int length = BsonBytes.getInt(bytes, values[column]) - 1;
    System.arraycopy(bytes, values[column] + Integer.BYTES, into, 0, Math.min(length, into.length));
    return length;
  }

  /** Reads a number of type int32, int64 or double; servers return counts in any of them. */
  static long integer(byte[] bytes, byte type, int value) {
    if (type == BsonBytes.INT32) {
      return BsonBytes.getInt(bytes, value);
    }
    long bits = BsonBytes.getLong(bytes, value);
    return type == BsonBytes.DOUBLE ? (long) Double.longBitsToDouble(bits) : bits;
  }

  private DbException wrong(int column, String wanted) {
    String field =
        column < names.length ? new String(names[column], StandardCharsets.UTF_8) : "#" + column;
    return new DbException(
        Kind.FATAL,
        "TYPE",
        "Field "
            + field
            + " of a document is "
            + (types[column] == 0 ? "missing" : "of BSON type " + types[column])
            + ", not "
            + wanted,
        null);
  }
}
