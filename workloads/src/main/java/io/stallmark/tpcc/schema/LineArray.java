package io.stallmark.tpcc.schema;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;

/**
 * The lines of an order as an array of documents, in BSON. Their fields are the columns of
 * order_line that are not those of the order's key. Not thread-safe.
 */
public final class LineArray {

  /** Value of a field that is NULL or missing. */
  public static final long ABSENT = Long.MIN_VALUE;

  private static final int MOST_BYTES = 4096;
  private static final int CENTS = 2;

  static final Column COLUMN =
      new Column("o_lines", new Type.Document(MOST_BYTES, true), Fill.REQUIRED);

  private final BasicOutputBuffer out = new BasicOutputBuffer(MOST_BYTES);

  /**
   * Writes rows of order_line into a slot.
   *
   * @param lines rows with a slot for each column of order_line, in their order
   */
  public void write(Args lines, int count, Args order, int slot) {
    out.truncateToPosition(0);
    try (BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      writer.writeStartDocument();
      for (int line = 0; line < count; line++) {
        writer.writeStartDocument(Integer.toString(line));
        write(lines, line, writer);
        writer.writeEndDocument();
      }
      writer.writeEndDocument();
    }
    byte[] buffer = out.getInternalBuffer();
    int length = out.getPosition();
    System.arraycopy(buffer, 0, order.bytes(slot, length), 0, length);
    order.length(slot, length);
  }

  private static void write(Args lines, int line, BsonBinaryWriter writer) {
    writer.writeInt32("ol_number", (int) lines.getLong(line, 3));
    writer.writeInt32("ol_i_id", (int) lines.getLong(line, 4));
    writer.writeInt32("ol_supply_w_id", (int) lines.getLong(line, 5));
    if (lines.isNull(line, 6)) {
      writer.writeNull("ol_delivery_d");
    } else {
      writer.writeDateTime("ol_delivery_d", lines.getLong(line, 6));
    }
    writer.writeInt32("ol_quantity", (int) lines.getLong(line, 7));
    BigDecimal amount = BigDecimal.valueOf(lines.getLong(line, 8), CENTS);
    writer.writeDecimal128("ol_amount", new Decimal128(amount));
    int length = lines.getLength(line, 9);
    writer.writeString(
        "ol_dist_info", new String(lines.getText(line, 9), 0, length, StandardCharsets.US_ASCII));
  }

  /** Returns the lines of an order. */
  public static List<BsonDocument> lines(byte[] array, int length) {
    return new RawBsonDocument(array, 0, length)
        .values().stream().filter(BsonValue::isDocument).map(BsonValue::asDocument).toList();
  }

  /** Returns a number, a date in milliseconds since 1970, or an amount in cents. */
  public static long number(BsonDocument line, String field) {
    BsonValue value = line.get(field);
    if (value == null) {
      return ABSENT;
    } else if (value.isDecimal128()) {
      BigDecimal amount = value.asDecimal128().getValue().bigDecimalValue();
      return amount.movePointRight(CENTS).longValueExact();
    } else if (value.isDateTime()) {
      return value.asDateTime().getValue();
    }
    return value.isNumber() ? value.asNumber().longValue() : ABSENT;
  }

  /** Sum of the amounts, cents. */
  public static long amount(byte[] array, int length) {
    return lines(array, length).stream().mapToLong(line -> number(line, "ol_amount")).sum();
  }

  /** Returns a buffer for an array. */
  public static byte[] buffer() {
    return new byte[MOST_BYTES];
  }
}
