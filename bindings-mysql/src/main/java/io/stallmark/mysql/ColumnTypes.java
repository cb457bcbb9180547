package io.stallmark.mysql;

import io.stallmark.jdbc.StoredColumn;
import io.stallmark.model.Type;
import java.sql.Types;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** Column types of MySQL and MariaDB where they differ from those of standard SQL. */
final class ColumnTypes {

  /** Longest data that LinkBench stores in a VARCHAR; longer data is MEDIUMTEXT. */
  private static final int SHORT = 255;

  /** Bytes that a TEXT stores; longer text is MEDIUMTEXT. */
  private static final int MOST_TEXT = 65_535;

  private ColumnTypes() {}

  /**
   * Returns a type's name in a declaration of a column.
   *
   * @param standard names of standard SQL
   */
  static String name(Type type, Function<Type, String> standard) {
    if (type instanceof Type.Bytes bytes) {
      return bytes.most() <= SHORT ? "VARCHAR(" + bytes.most() + ")" : "MEDIUMTEXT";
    } else if (type instanceof Type.Int8) {
      return "TINYINT";
    } else if (type instanceof Type.LongText text) {
      return text.most() <= MOST_TEXT ? "TEXT" : "MEDIUMTEXT";
    } else if (type instanceof Type.Varchar text) {
      return standard.apply(type) + (text.ascii() ? "" : " CHARACTER SET utf8mb4");
    } else if (type instanceof Type.Timestamp time) {
      // TIMESTAMP ends in 2038 and depends on the session time zone
      return time.millis() ? "DATETIME(3)" : "DATETIME";
    } else if (type instanceof Type.Document) {
      return "JSON";
    }
    boolean unsigned = type instanceof Type.Unsigned32 || type instanceof Type.Unsigned64;
    return standard.apply(type) + (unsigned ? " UNSIGNED" : "");
  }

  /**
   * Whether an existing column stores a type. Accepts latin1 text for bytes, and sysbench 0.5's
   * unsigned integers, whose values fit.
   *
   * @param standard whether it does by the rules of standard SQL
   */
  static boolean holds(Type type, StoredColumn found, BiPredicate<Type, StoredColumn> standard) {
    if (type instanceof Type.Bytes bytes && found.jdbcType() == Types.LONGVARCHAR) {
      return found.size() >= bytes.most();
    } else if (type instanceof Type.Bytes bytes && found.jdbcType() == Types.VARCHAR) {
      return found.size() == bytes.most();
    }
    return switch (found.typeName().toUpperCase(Locale.ROOT)) {
      case "INT UNSIGNED" -> Type.isNarrow(type) && !(type instanceof Type.Int8);
      case "BIGINT UNSIGNED" -> type instanceof Type.Int64 || type instanceof Type.Unsigned64;
      default -> standard.test(type, found);
    };
  }
}
