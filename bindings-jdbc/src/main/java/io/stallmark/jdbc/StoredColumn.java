package io.stallmark.jdbc;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Type;
import java.sql.Types;
import java.util.regex.Pattern;

/**
 * A column of an existing table, as described by the driver's metadata.
 *
 * @param jdbcType a constant of {@link Types}
 * @param typeName type name that the server uses
 * @param size size in digits, characters or bytes
 * @param numbers whether the column is AUTO_INCREMENT or an identity column
 */
public record StoredColumn(
    String name, int jdbcType, String typeName, int size, boolean nullable, boolean numbers) {

  /**
   * Digits of a 32-bit integer. Drivers report narrower integers, such as 24-bit ones, as INTEGER
   * too.
   */
  private static final int INT32_DIGITS = 10;

  /**
   * Names of types whose values are any text. Drivers report others as texts too, such as enums.
   */
  private static final Pattern TEXTS =
      Pattern.compile("(?i)(n?(var)?char|bpchar|character|(tiny|medium|long)?text|name|clob)\\b.*");

  /**
   * Whether the server has the column under the name and length of its declaration, whatever type
   * the driver makes of it. Of a decimal that is a floating point number, it knows no digits.
   */
  boolean isNamed(String declared) {
    boolean inexact = jdbcType == Types.FLOAT || jdbcType == Types.DOUBLE;
    String given = inexact ? declared.replaceFirst("\\(.*", "") : declared;
    return given.equalsIgnoreCase(typeName) || given.equalsIgnoreCase(typeName + "(" + size + ")");
  }

  /** Whether the column's JDBC type and size match the declared type. */
  boolean is(Type type) {
    if (type instanceof Type.Int8) {
      return jdbcType == Types.TINYINT || jdbcType == Types.SMALLINT;
    } else if (Type.isNarrow(type)) {
      return jdbcType == Types.INTEGER && size >= INT32_DIGITS;
    } else if (type instanceof Type.Int64 || type instanceof Type.Unsigned64) {
      return jdbcType == Types.BIGINT;
    } else if (type instanceof Type.Text text) {
      return jdbcType == Types.CHAR && size == text.length();
    } else if (type instanceof Type.Bytes bytes) {
      return jdbcType == Types.VARBINARY
          ? size == bytes.most()
          : (jdbcType == Types.BINARY || jdbcType == Types.LONGVARBINARY) && size >= bytes.most();
    }
    return isOther(type);
  }

  private boolean isOther(Type type) {
    if (type instanceof Type.LongText text) {
      return (jdbcType == Types.LONGVARCHAR || jdbcType == Types.VARCHAR) && size >= text.most();
    } else if (type instanceof Type.Varchar text) {
      return jdbcType == Types.VARCHAR && size == text.length();
    } else if (type instanceof Type.Decimal decimal) {
      return (jdbcType == Types.DECIMAL || jdbcType == Types.NUMERIC)
          && size == decimal.precision();
    } else if (type instanceof Type.Bool) {
      return jdbcType == Types.BOOLEAN || jdbcType == Types.BIT;
    } else if (type instanceof Type.Date) {
      return jdbcType == Types.DATE;
    } else if (type instanceof Type.Timestamp) {
      return jdbcType == Types.TIMESTAMP;
    } else if (type instanceof Type.Document) {
      return jdbcType == Types.LONGVARCHAR || jdbcType == Types.VARCHAR || jdbcType == Types.OTHER;
    }
    return jdbcType == Types.DOUBLE || jdbcType == Types.FLOAT;
  }

  StoredColumn ofType(String other) {
    return new StoredColumn(name, jdbcType, other, size, nullable, numbers);
  }

  /** Returns the column of a table that is only looked at. */
  Column outline() {
    return new Column(
        name, type(), numbers ? Fill.AUTO_INCREMENT : nullable ? Fill.NULL : Fill.REQUIRED);
  }

  private Type type() {
    return switch (jdbcType) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Type.INT32;
      case Types.BIGINT -> Type.INT64;
      case Types.BOOLEAN, Types.BIT -> Type.BOOLEAN;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> Type.FLOAT64;
      case Types.DATE -> Type.DATE;
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Type.TIMESTAMP;
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR ->
          TEXTS.matcher(typeName).matches() ? new Type.Varchar(Math.max(1, size)) : other();
      default -> other();
    };
  }

  private Type other() {
    return new Type.Other(typeName, Math.max(1, size));
  }

  /** Type of the column for messages. */
  String text() {
    return jdbcType == Types.CHAR || jdbcType == Types.VARCHAR
        ? typeName + "(" + size + ")"
        : typeName;
  }
}
