package io.stallmark.jdbc;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.server.TableState;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares a table with its declaration by the driver's metadata. Names compare without case. */
final class TableInspector {

  private final Dialect dialect;
  private final Connection connection;
  private final DatabaseMetaData about;

  TableInspector(Dialect dialect, Connection connection) throws SQLException {
    this.dialect = dialect;
    this.connection = connection;
    about = connection.getMetaData();
  }

  TableState inspect(Table table) throws SQLException {
    String name = stored(table.name());
    Map<String, Found> columns = columns(name);
    if (columns.isEmpty()) {
      return new TableState.Absent();
    }
    String difference = difference(table, name, columns);
    return difference == null ? new TableState.Present() : new TableState.Different(difference);
  }

  private @Nullable String difference(Table table, String name, Map<String, Found> columns)
      throws SQLException {
    for (Column column : table.columns()) {
      Found found = columns.remove(column.name());
      String difference = found == null ? "has no column " + column.name() : differs(column, found);
      if (difference != null) {
        return difference;
      }
    }
    if (!columns.isEmpty()) {
      return "has a column " + columns.keySet().iterator().next() + " too many";
    }
    Key primary = primaryKey(name);
    String key = list(primary.columns());
    if (!key.equalsIgnoreCase(list(table.primaryKey()))) {
      return key.isEmpty() ? "has no primary key" : "has the primary key (" + key + ")";
    }
    String index = indexDifference(table, name, primary);
    return index != null ? index : dialect.storageDifference(connection, table);
  }

  /** A column as the driver describes it. */
  private record Found(
      String name, int jdbcType, String typeName, int size, boolean nullable, boolean numbers) {

    String text() {
      return jdbcType == Types.CHAR || jdbcType == Types.VARCHAR
          ? typeName + "(" + size + ")"
          : typeName;
    }
  }

  private Map<String, Found> columns(String table) throws SQLException {
    Map<String, Found> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String pattern = table.replace("_", about.getSearchStringEscape() + "_");
    try (ResultSet r =
        about.getColumns(connection.getCatalog(), connection.getSchema(), pattern, null)) {
      while (r.next()) {
        String name = r.getString("COLUMN_NAME");
        found.put(
            name,
            new Found(
                name,
                r.getInt("DATA_TYPE"),
                r.getString("TYPE_NAME"),
                r.getInt("COLUMN_SIZE"),
                r.getInt("NULLABLE") == DatabaseMetaData.columnNullable,
                "YES".equals(r.getString("IS_AUTOINCREMENT"))));
      }
    }
    return found;
  }

  private @Nullable String differs(Column column, Found found) {
    if (!matches(column.type(), found)) {
      return "has a column %s of type %s, not %s"
          .formatted(column.name(), found.text(), dialect.type(column.type()));
    } else if (found.nullable() != column.isNullable()) {
      String verb = found.nullable() ? "allows" : "does not allow";
      return "has a column " + column.name() + " that " + verb + " NULL";
    } else if (column.fill() == Fill.AUTO_INCREMENT && !found.numbers()) {
      return "has a column " + column.name() + " that does not number rows by itself";
    }
    return null;
  }

  /** Digits of an integer of 32 bits; drivers give narrower ones, of 24 bits, the same type. */
  private static final int INT32_DIGITS = 10;

  /** sysbench 0.5 made its integers unsigned; its values fit, so unsigned counts as the type. */
  private static boolean matches(Type type, Found found) {
    String name = found.typeName().toUpperCase(Locale.ROOT);
    if (type instanceof Type.Int8) {
      return found.jdbcType() == Types.TINYINT || found.jdbcType() == Types.SMALLINT;
    } else if (Type.isNarrow(type)) {
      return (found.jdbcType() == Types.INTEGER && found.size() >= INT32_DIGITS)
          || name.equals("INT UNSIGNED");
    } else if (type instanceof Type.Int64 || type instanceof Type.Unsigned64) {
      return found.jdbcType() == Types.BIGINT || name.equals("BIGINT UNSIGNED");
    } else if (type instanceof Type.Text text) {
      return found.jdbcType() == Types.CHAR && found.size() == text.length();
    } else if (type instanceof Type.Bytes bytes) {
      return found.jdbcType() == Types.LONGVARCHAR
          ? found.size() >= bytes.most()
          : (found.jdbcType() == Types.VARCHAR || found.jdbcType() == Types.VARBINARY)
              && found.size() == bytes.most();
    }
    return otherMatches(type, found);
  }

  private static boolean otherMatches(Type type, Found found) {
    if (type instanceof Type.Varchar text) {
      return found.jdbcType() == Types.VARCHAR && found.size() == text.length();
    } else if (type instanceof Type.Decimal decimal) {
      return found.jdbcType() == Types.DECIMAL && found.size() == decimal.precision();
    } else if (type instanceof Type.Bool) {
      return found.jdbcType() == Types.BOOLEAN || found.jdbcType() == Types.BIT;
    } else if (type instanceof Type.Date) {
      return found.jdbcType() == Types.DATE;
    } else if (type instanceof Type.Timestamp) {
      return found.jdbcType() == Types.TIMESTAMP;
    } else if (type instanceof Type.Document) {
      return found.jdbcType() == Types.LONGVARCHAR || found.jdbcType() == Types.VARCHAR;
    }
    return found.jdbcType() == Types.DOUBLE || found.jdbcType() == Types.FLOAT;
  }

  /**
   * A primary key.
   *
   * @param name of its index; null where the driver does not tell
   */
  private record Key(@Nullable String name, List<String> columns) {}

  private Key primaryKey(String table) throws SQLException {
    Map<Integer, String> columns = new TreeMap<>();
    String name = null;
    try (ResultSet r =
        about.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
      while (r.next()) {
        columns.put(r.getInt("KEY_SEQ"), r.getString("COLUMN_NAME"));
        name = r.getString("PK_NAME");
      }
    }
    return new Key(name, List.copyOf(columns.values()));
  }

  private @Nullable String indexDifference(Table table, String name, Key primary)
      throws SQLException {
    Map<String, Index> found = indexes(name);
    for (Index index : table.indexes()) {
      Index there = found.remove(index.name());
      if (there == null) {
        return "has no index " + text(index);
      } else if (!text(there).equalsIgnoreCase(text(index))) {
        return "has an index " + text(there) + ", not " + text(index);
      }
    }
    // The primary key is an index too, under a name that differs from database to database.
    if (primary.name() == null || found.remove(primary.name()) == null) {
      String key = list(primary.columns());
      found.values().removeIf(i -> i.unique() && list(i.columns()).equalsIgnoreCase(key));
    }
    return found.isEmpty()
        ? null
        : "has an index " + text(found.values().iterator().next()) + " too many";
  }

  private Map<String, Index> indexes(String table) throws SQLException {
    Map<String, Index> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    try (ResultSet r =
        about.getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
      while (r.next()) {
        String name = r.getString("INDEX_NAME");
        if (name != null) {
          List<String> columns = new ArrayList<>();
          Index before = found.get(name);
          if (before != null) {
            columns.addAll(before.columns());
          }
          columns.add(r.getString("COLUMN_NAME")); // rows come in the order of the columns
          found.put(name, new Index(name, columns, !r.getBoolean("NON_UNIQUE")));
        }
      }
    }
    return found;
  }

  private static String text(Index index) {
    return (index.unique() ? "unique " : "") + index.name() + " (" + list(index.columns()) + ")";
  }

  private static String list(List<String> names) {
    return String.join(", ", names);
  }

  /** The name as an unquoted identifier ends up in the catalogue. */
  private String stored(String name) throws SQLException {
    if (about.storesUpperCaseIdentifiers()) {
      return name.toUpperCase(Locale.ROOT);
    }
    return about.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
  }
}
