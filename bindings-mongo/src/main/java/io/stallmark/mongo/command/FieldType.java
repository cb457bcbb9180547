package io.stallmark.mongo.command;

import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.math.BigDecimal;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * BSON form of the values of a column or parameter: how they are written, and in which type they
 * are stored.
 *
 * @param scale digits after the decimal point of an exact number
 */
public record FieldType(Form form, int scale) {

  /** Seconds since 1970, stored as a date. */
  static final FieldType SECONDS = new FieldType(Form.SECONDS, 0);

  /** Encoding of a value. */
  enum Form {
    INT32(BsonType.INT32, 1),
    INT64(BsonType.INT64, 1),
    DOUBLE(BsonType.DOUBLE, 1),
    BOOLEAN(BsonType.BOOLEAN, 1),
    DECIMAL(BsonType.DECIMAL128, 1),
    SECONDS(BsonType.DATE_TIME, 1000),
    DAYS(BsonType.DATE_TIME, 86_400_000),
    MILLISECONDS(BsonType.DATE_TIME, 1),
    TEXT(BsonType.STRING, 1),
    BYTES(BsonType.BINARY, 1),
    DOCUMENT(BsonType.DOCUMENT, 1),
    ARRAY(BsonType.ARRAY, 1);

    private final BsonType bson;
    private final long milliseconds;

    Form(BsonType bson, long milliseconds) {
      this.bson = bson;
      this.milliseconds = milliseconds;
    }
  }

  static FieldType of(Type type) {
    int scale = type instanceof Type.Decimal decimal ? decimal.scale() : 0;
    return new FieldType(form(type), scale);
  }

  private static Form form(Type type) {
    if (type instanceof Type.Text || type instanceof Type.Varchar) {
      return Form.TEXT;
    } else if (type instanceof Type.Bytes || type instanceof Type.LongText) {
      return Form.BYTES;
    } else if (type instanceof Type.Document document) {
      return document.array() ? Form.ARRAY : Form.DOCUMENT;
    } else if (type instanceof Type.Float64) {
      return Form.DOUBLE;
    } else if (type instanceof Type.Bool) {
      return Form.BOOLEAN;
    } else if (type instanceof Type.Decimal) {
      return Form.DECIMAL;
    } else if (type instanceof Type.Date) {
      return Form.DAYS;
    } else if (type instanceof Type.Timestamp) {
      return Form.MILLISECONDS;
    }
    return Type.isNarrow(type) ? Form.INT32 : Form.INT64;
  }

  BsonType bson() {
    return form.bson;
  }

  /** Unit of a stored date, in milliseconds. */
  long milliseconds() {
    return form.milliseconds;
  }

  boolean isText() {
    return form == Form.TEXT;
  }

  /**
   * Whether a stored value of this BSON type is as declared. Both integer widths are accepted: the
   * loader and the run of sysbench-mongodb use different ones.
   */
  boolean accepts(BsonType stored) {
    return stored == bson() || (isInteger(stored) && isInteger(bson()));
  }

  private static boolean isInteger(BsonType type) {
    return type == BsonType.INT32 || type == BsonType.INT64;
  }

  /**
   * Returns a number as it is stored.
   *
   * @throws IllegalArgumentException when the values are not numbers
   */
  BsonValue literal(long number) {
    return switch (form) {
      case INT32 -> new BsonInt32(Math.toIntExact(number));
      case INT64 -> new BsonInt64(number);
      case DOUBLE -> new BsonDouble(number);
      case BOOLEAN -> BsonBoolean.valueOf(number != 0);
      case DECIMAL -> new BsonDecimal128(new Decimal128(BigDecimal.valueOf(number, scale)));
      case SECONDS, DAYS, MILLISECONDS -> new BsonDateTime(number * milliseconds());
      default -> throw new IllegalArgumentException("it takes no number");
    };
  }

  /** Returns the value that {@code Fill.ZERO} stores. */
  BsonValue zero() {
    return switch (form) {
      case TEXT -> new BsonString("");
      case BYTES -> new BsonBinary(new byte[0]);
      case DOCUMENT -> new BsonDocument();
      case ARRAY -> new BsonArray();
      default -> literal(0);
    };
  }

  /** Writes the value of a slot, which is not NULL. */
  void write(Args args, int row, int slot, BsonBytes out) {
    switch (form) {
      case INT32 -> out.writeInt32((int) args.getLong(row, slot));
      case BOOLEAN -> out.writeByte((int) args.getLong(row, slot));
      case DECIMAL -> writeDecimal(args.getLong(row, slot), out);
      case TEXT -> {
        int length = args.getLength(row, slot);
        out.writeInt32(length + 1);
        out.writeBytes(args.getText(row, slot), length);
        out.writeByte(0);
      }
      case BYTES -> {
        int length = args.getLength(row, slot);
        out.writeInt32(length);
        out.writeByte(0); // subtype 0: generic binary
        out.writeBytes(args.getText(row, slot), length);
      }
      case DOCUMENT, ARRAY -> out.writeBytes(args.getText(row, slot), args.getLength(row, slot));
      default -> out.writeInt64(args.getLong(row, slot) * milliseconds());
    }
  }

  /**
   * Writes a decimal128 in the binary integer decimal encoding of IEEE 754-2008: the magnitude in
   * the lower 64 bits, sign and biased exponent in the upper 64 bits.
   */
  private void writeDecimal(long unscaled, BsonBytes out) {
    long sign = unscaled < 0 ? Long.MIN_VALUE : 0;
    out.writeInt64(Math.abs(unscaled));
    out.writeInt64(sign | (6176L - scale) << 49);
  }
}
