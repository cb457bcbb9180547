package io.stallmark.mongo.command;

import io.stallmark.mongo.command.MongoCommand.ResultField;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import io.stallmark.text.Text;
import java.util.Arrays;
import java.util.List;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * A view of a document in a reply as a row. Columns are found by field name, because servers return
 * fields in the order in which they are stored. Not thread-safe.
 */
public final class DocumentRow implements Row {

  /** Maximum number of columns of a document whose fields are not declared. */
  private static final int MOST_COLUMNS = 64;

  private static final byte MISSING = 0;

  private final ResultField[] fields;
  private final byte[][] names;
  private final byte[] types;
  private final int[] values;
  private final @Nullable DocumentFields whole;
  private final boolean isDocument;
  private final BsonBytes zero = new BsonBytes(Long.BYTES);
  private BsonBytes bytes = zero;
  private int document;

  public DocumentRow(MongoCommand command) {
    this(command.fields(), command.whole());
  }

  /**
   * @param fields the columns; empty: the document's fields in their order
   * @param whole declaration that each document is compared with; null: none
   */
  DocumentRow(List<ResultField> fields, @Nullable DocumentFields whole) {
    this.fields = fields.toArray(ResultField[]::new);
    this.whole = whole;
    isDocument = fields.equals(List.of(ResultField.DOCUMENT));
    names = BsonBytes.names(fields.stream().map(ResultField::name));
    int columns = fields.isEmpty() ? MOST_COLUMNS : names.length;
    types = new byte[columns];
    values = new int[columns];
  }

  /** Sets the row to a value in a reply: a document, or a value that {@code distinct} returns. */
  void turnTo(BsonBytes reply, byte type, int value) {
    bytes = reply;
    document = value;
    if (isDocument) {
      types[0] = type;
      values[0] = value;
      return;
    }
    if (type == BsonBytes.DOCUMENT && names.length > 0) {
      bytes.find(value, names, types, values);
      return;
    }
    Arrays.fill(types, MISSING);
    if (type != BsonBytes.DOCUMENT) {
      types[0] = type;
      values[0] = value;
      return;
    }
    int at = value + Integer.BYTES;
    for (int i = 0; i < types.length && bytes.type(at) != 0; i++) {
      types[i] = bytes.type(at);
      values[i] = bytes.value(at);
      at = bytes.end(types[i], values[i]);
    }
  }

  /** Sets the row to one column with the number 0. */
  public void turnToZero() {
    turnTo(zero, BsonBytes.INT64, 0);
  }

  @Override
  public @Nullable String mismatch() {
    return whole == null ? null : whole.mismatch(bytes.document(document));
  }

  @Override
  public boolean isNull(int column) {
    return types[column] == MISSING || types[column] == BsonBytes.NULL;
  }

  @Override
  public long getLong(int column) throws DbException {
    int value = values[column];
    return switch (types[column]) {
      case BsonBytes.DATE -> Math.floorDiv(bytes.getLong(value), type(column).milliseconds());
      case BsonBytes.DECIMAL128 -> decimal(value, type(column).scale());
      case BsonBytes.BOOLEAN -> bytes.type(value);
      case BsonBytes.BINARY -> DocumentKey.part(bytes, value, part(column));
      case BsonBytes.INT64 ->
          part(column) < 0
              ? bytes.getLong(value)
              : DocumentKey.ofPair(bytes.getLong(value), part(column));
      case BsonBytes.INT32, BsonBytes.DOUBLE -> bytes.integer(types[column], value);
      default -> unreadable(column, "an integer");
    };
  }

  private FieldType type(int column) {
    return column < fields.length ? fields[column].type() : FieldType.SECONDS;
  }

  private int part(int column) {
    return column < fields.length ? fields[column].part() : -1;
  }

  /**
   * Reads a decimal128 as the unscaled integer of the given scale.
   *
   * @throws ArithmeticException when the number has more digits after the point than the scale, or
   *     does not fit into 64 bits
   */
  private long decimal(int value, int scale) {
    return Decimal128.fromIEEE754BIDEncoding(
            bytes.getLong(value + Long.BYTES), bytes.getLong(value))
        .bigDecimalValue()
        .setScale(scale)
        .unscaledValue()
        .longValueExact();
  }

  @Override
  public double getDouble(int column) throws DbException {
    return types[column] == BsonBytes.DOUBLE
        ? Double.longBitsToDouble(bytes.getLong(values[column]))
        : getLong(column);
  }

  @Override
  public int getText(int column, byte[] into) throws DbException {
    int value = values[column];
    return switch (types[column]) {
      case BsonBytes.BINARY -> bytes.copy(value + Integer.BYTES + 1, bytes.getInt(value), into);
      case BsonBytes.DOCUMENT, BsonBytes.ARRAY -> bytes.copy(value, bytes.getInt(value), into);
      case BsonBytes.STRING -> bytes.copy(value + Integer.BYTES, bytes.getInt(value) - 1, into);
      default -> unreadable(column, "a string");
    };
  }

  /** Returns 0 where {@link #mismatch} reports the field. */
  private int unreadable(int column, String wanted) throws DbException {
    if (whole != null) {
      return 0;
    }
    String field = column < fields.length ? fields[column].name() : "#" + column;
    throw new DbException(
        Kind.FATAL,
        "TYPE",
        Text.format(
            "Field %s of a document is %s, not %s",
            field, types[column] == MISSING ? "missing" : "of BSON type " + types[column], wanted));
  }
}
