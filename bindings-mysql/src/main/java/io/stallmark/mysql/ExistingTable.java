package io.stallmark.mysql;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Description of a table of the user's by the information schema. */
final class ExistingTable {

  /** Longest text of a number, a date or a time: a decimal of 65 digits. */
  private static final int MOST_DIGITS = 70;

  /** Longest text that a driver can pass on, in characters or bytes. */
  private static final int MOST_TEXT = Integer.MAX_VALUE / Type.UTF8_BYTES;

  private static final String COLUMNS =
      "SELECT column_name, data_type, column_type, is_nullable, extra, character_maximum_length,"
          + " column_key FROM information_schema.columns"
          + " WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?"
          + " ORDER BY ordinal_position";

  private static final Set<String> TEXTS =
      Text.wordSet("char varchar tinytext text mediumtext longtext json enum set uuid inet4 inet6");

  private ExistingTable() {}

  /**
   * @param name name of the table, which can follow a schema and a full stop
   * @throws DbException of kind UNFIT if there is no such table, or a column cannot be described
   */
  static Table describe(Connection connection, String name) throws SQLException, DbException {
    int stop = name.indexOf('.');
    List<Column> columns = new ArrayList<>();
    List<String> key = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(COLUMNS)) {
      query.setString(1, stop < 0 ? null : name.substring(0, stop));
      query.setString(2, name.substring(stop + 1));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          if (isComputed(rows.getString("extra"))) {
            continue;
          }
          Column column = column(name, rows);
          columns.add(column);
          if ("PRI".equals(rows.getString("column_key"))) {
            key.add(column.name());
          }
        }
      }
    }
    if (columns.isEmpty()) {
      throw unfit("There is no table " + name);
    }
    return new Table(
        name, columns, key, List.of(), new TableLayout.Existing(false, true), Map.of());
  }

  private static boolean isComputed(@Nullable String extra) {
    String words = String.valueOf(extra).toUpperCase(Locale.ROOT);
    return words.contains("GENERATED") && !words.contains("DEFAULT_GENERATED");
  }

  private static Column column(String table, ResultSet row) throws SQLException, DbException {
    String name = row.getString("column_name");
    String dataType = row.getString("data_type").toLowerCase(Locale.ROOT);
    boolean unsigned = row.getString("column_type").toLowerCase(Locale.ROOT).contains("unsigned");
    long length = Math.min(MOST_TEXT, Math.max(1, row.getLong("character_maximum_length")));
    Type type = type(dataType, unsigned, (int) length);
    if (type == null) {
      throw unfit(
          Text.format(
              "Table %s has a column %s of type %s, which no file can contain",
              table, name, dataType));
    }
    boolean nullable = "YES".equals(row.getString("is_nullable"));
    return new Column(name, type, nullable ? Fill.NULL : Fill.REQUIRED);
  }

  /** Type of a column; null: its values have no text. */
  private static @Nullable Type type(String dataType, boolean unsigned, int length) {
    return switch (dataType) {
      case "tinyint", "smallint", "mediumint", "int" -> Type.INT64;
      case "bigint" -> unsigned ? new Type.Other(dataType, MOST_DIGITS) : Type.INT64;
      case "float", "double" -> Type.FLOAT64;
      case "decimal", "date", "time", "datetime", "timestamp", "year" -> // year '0' is 2000
          new Type.Other(dataType, MOST_DIGITS);
      case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
          new Type.Bytes(length);
      default -> TEXTS.contains(dataType) ? new Type.Varchar(Math.max(MOST_DIGITS, length)) : null;
    };
  }

  private static DbException unfit(String what) {
    return DbException.unfit("TABLE", what);
  }
}
