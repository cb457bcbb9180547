package io.stallmark.jdbc;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableState;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares a table with its declaration by the driver's metadata. Names are compared
 * case-insensitively.
 */
final class TableInspector {

  /** Column of an index that the driver does not report. */
  private static final String UNKNOWN = "?";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*");

  /** Words of the SQL standard that {@link DatabaseMetaData#getSQLKeywords} leaves out. */
  private static final Set<String> RESERVED =
      Set.of(
          ("ALL AND ANY ARRAY AS BEGIN BETWEEN BOTH BY CASE CAST CHECK COLLATE COLUMN CONDITION"
                  + " CONSTRAINT CREATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP"
                  + " CURRENT_USER CURSOR DAY DEFAULT DELETE DESC DISTINCT DROP ELSE END EXCEPT"
                  + " EXISTS FALSE FETCH FOR FOREIGN FROM FULL FUNCTION GRANT GROUP HAVING HOUR IN"
                  + " INNER INSERT INTERSECT INTERVAL INTO IS JOIN KEY LEADING LEFT LIKE LIMIT"
                  + " LOCALTIME LOCALTIMESTAMP MATCH MINUTE MONTH NATURAL NOT NULL OFFSET ON ONLY OR"
                  + " ORDER OUT OUTER OVER OVERLAPS PARTITION PRECISION PRIMARY RANGE RANK"
                  + " REFERENCES RELEASE RIGHT ROW ROWS SECOND SELECT SESSION_USER SET SIMILAR SOME"
                  + " SYSTEM_USER TABLE THEN TO TRAILING TRIGGER TRUE UNION UNIQUE UPDATE USER USING"
                  + " VALUE VALUES WHEN WHERE WITH YEAR")
              .split(" "));

  private final SqlDialect dialect;
  private final Connection connection;
  private final DatabaseMetaData about;

  TableInspector(SqlDialect dialect, Connection connection) throws SQLException {
    this.dialect = dialect;
    this.connection = connection;
    about = connection.getMetaData();
  }

  TableState inspect(Table table) throws SQLException {
    String name = stored(table.name());
    Map<String, StoredColumn> columns = columns(name);
    if (columns.isEmpty()) {
      return new TableState.Absent();
    }
    if (table.arrangement() instanceof TableLayout.Native) {
      return new TableState.Present();
    }
    String difference = difference(table, name, columns);
    return difference == null ? new TableState.Present() : new TableState.Different(difference);
  }

  private @Nullable String difference(Table table, String name, Map<String, StoredColumn> columns)
      throws SQLException {
    for (Column column : table.columns()) {
      StoredColumn found = columns.remove(column.name());
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
    String missing = index == null ? missingReference(table) : null;
    if (missing != null) {
      return "has no foreign key " + missing;
    }
    return index != null ? index : dialect.storageDifference(connection, table);
  }

  /** Name of a declared foreign key that an existing table does not have; null: it has all. */
  @Nullable String missingReference(Table table) throws SQLException {
    Set<String> missing = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    table.indexes().stream()
        .filter(index -> index.references() != null)
        .forEach(index -> missing.add(index.name()));
    if (missing.isEmpty()) {
      return null;
    }
    String name = stored(table.name());
    try (ResultSet r =
        about.getImportedKeys(connection.getCatalog(), connection.getSchema(), name)) {
      while (r.next()) {
        missing.remove(Objects.requireNonNullElse(r.getString("FK_NAME"), UNKNOWN));
      }
    }
    return missing.stream().findFirst().orElse(null);
  }

  /**
   * Describes a table by the driver's metadata.
   *
   * @throws DbException of kind UNFIT if it does not exist
   */
  Table outline(String table) throws SQLException, DbException {
    String name = stored(table);
    List<StoredColumn> columns = listed(name);
    if (columns.isEmpty()) {
      name = table;
      columns = listed(name);
    }
    if (columns.isEmpty()) {
      throw DbException.unfit("TABLE", "There is no table " + table);
    }
    Set<String> keywords = keywords();
    List<Column> written = new ArrayList<>();
    for (StoredColumn column : columns) {
      Column plain = named(name, column).outline();
      written.add(new Column(written(plain.name(), keywords), plain.type(), plain.fill()));
    }
    List<String> key = new ArrayList<>();
    for (String column : primaryKey(name).columns()) {
      key.add(written(column, keywords));
    }
    String quoted = written(name, keywords);
    String named = quoted.equals(name) ? table : quoted;
    return new Table(named, written, key, List.of(), Map.of());
  }

  /** Returns the column with the server's name of its type, where the driver has none. */
  private StoredColumn named(String table, StoredColumn column) throws SQLException {
    if (!column.typeName().equals("UNKNOWN")) { // of types that a driver does not know
      return column;
    }
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT data_type FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? AND column_name = ?")) {
      query.setString(1, connection.getCatalog());
      query.setString(2, table);
      query.setString(3, column.name());
      try (ResultSet r = query.executeQuery()) {
        return r.next() ? column.ofType(r.getString(1)) : column;
      }
    }
  }

  /** A stored name as written in a statement: in quotes if it has another meaning without them. */
  private String written(String name, Set<String> keywords) throws SQLException {
    boolean plain =
        PLAIN.matcher(name).matches()
            && stored(name).equals(name)
            && !keywords.contains(name.toUpperCase(Locale.ROOT));
    return plain ? name : dialect.quoted(name);
  }

  /** Words that are no names without quotes, in upper case. */
  private Set<String> keywords() throws SQLException {
    Set<String> words = new HashSet<>(RESERVED);
    try {
      words.addAll(List.of(about.getSQLKeywords().toUpperCase(Locale.ROOT).split(",")));
    } catch (SQLException e) { // a driver of one product asks another for what it does not have
      try (Statement statement = connection.createStatement();
          ResultSet r = statement.executeQuery("SELECT word FROM information_schema.keywords")) {
        while (r.next()) {
          words.add(r.getString(1).toUpperCase(Locale.ROOT));
        }
      }
    }
    return words;
  }

  private Map<String, StoredColumn> columns(String table) throws SQLException {
    Map<String, StoredColumn> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    listed(table).forEach(column -> found.put(column.name(), column));
    return found;
  }

  /** Columns in the order of the table. */
  private List<StoredColumn> listed(String table) throws SQLException {
    List<StoredColumn> found = new ArrayList<>();
    String pattern = table.replace("_", about.getSearchStringEscape() + "_");
    try (ResultSet r =
        about.getColumns(connection.getCatalog(), connection.getSchema(), pattern, null)) {
      while (r.next()) {
        found.add(
            new StoredColumn(
                r.getString("COLUMN_NAME"),
                r.getInt("DATA_TYPE"),
                r.getString("TYPE_NAME"),
                r.getInt("COLUMN_SIZE"),
                r.getInt("NULLABLE") == DatabaseMetaData.columnNullable,
                "YES".equals(r.getString("IS_AUTOINCREMENT"))));
      }
    }
    return found;
  }

  private @Nullable String differs(Column column, StoredColumn found) {
    String declared = dialect.type(column.type());
    if (!dialect.isOfType(column.type(), found) && !found.isNamed(declared)) {
      return Text.format(
          "has a column %s of type %s, not %s", column.name(), found.text(), declared);
    } else if (found.nullable() != column.isNullable()) {
      String verb = found.nullable() ? "allows" : "does not allow";
      return "has a column " + column.name() + " that " + verb + " NULL";
    } else if (column.fill() == Fill.AUTO_INCREMENT && !found.numbers()) {
      return "has a column " + column.name() + " that is not auto-increment";
    }
    return null;
  }

  /**
   * The primary key of an existing table.
   *
   * @param name name of its index; null if the driver does not report it
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
      if (index.references() != null) {
        continue;
      }
      Index there = found.remove(index.name());
      if (there == null) {
        return "has no index " + text(index);
      } else if (there.columns().contains(UNKNOWN)
          ? there.unique() != index.unique()
          : !text(there).equalsIgnoreCase(text(index))) {
        return "has an index " + text(there) + ", not " + text(index);
      }
    }
    // Drivers list the primary key among the indexes. Its name depends on the database.
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
          // Rows are sorted by column position. A driver may not report the columns.
          columns.add(Objects.requireNonNullElse(r.getString("COLUMN_NAME"), UNKNOWN));
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

  /** Name as the catalog stores an unquoted identifier. */
  private String stored(String name) throws SQLException {
    if (about.storesUpperCaseIdentifiers()) {
      return name.toUpperCase(Locale.ROOT);
    }
    return about.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
  }
}
