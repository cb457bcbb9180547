package io.stallmark.postgresql;

import static java.util.stream.Collectors.joining;

import io.stallmark.jdbc.connect.ServerQuery;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The options of {@code --storage}: {@code tablespace} and the storage parameters of a table. */
final class StorageParameters {

  private static final String TABLESPACE = "tablespace";

  private StorageParameters() {}

  /** Clauses after the columns of a table, or after the bounds of a partition. */
  static String clauses(Table table) {
    Map<String, String> parameters = new TreeMap<>(table.storage());
    String tablespace = parameters.remove(TABLESPACE);
    String with =
        parameters.entrySet().stream()
            .map(p -> word(p.getKey()) + "=" + word(p.getValue()))
            .collect(joining(", ", "WITH (", ")"));
    return ((parameters.isEmpty() ? "" : with)
            + (tablespace == null ? "" : " TABLESPACE " + word(tablespace)))
        .strip();
  }

  /** Statements that create the partitions of a table; they have its storage. */
  static List<String> partitions(Table table) {
    if (!(table.arrangement() instanceof TableLayout.Partitioned by)) {
      return List.of();
    }
    String clauses = clauses(table);
    return IntStream.range(0, by.partitions())
        .mapToObj(
            i ->
                Text.format(
                        "CREATE TABLE %1$s_p%2$d PARTITION OF %1$s FOR VALUES WITH (MODULUS %3$d, REMAINDER %2$d)",
                        table.name(), i, by.partitions())
                    + (clauses.isEmpty() ? "" : " " + clauses))
        .toList();
  }

  /** Difference between a table and its declaration; null if there is none. */
  static @Nullable String difference(Connection connection, Table table) throws SQLException {
    List<Stored> parts =
        ServerQuery.rows(
            connection,
            "SELECT c.relkind = 'r', COALESCE(array_to_string(c.reloptions, ','), ''),"
                + " COALESCE(t.spcname, '') FROM pg_class c"
                + " LEFT JOIN pg_tablespace t ON t.oid = c.reltablespace"
                + Text.format(" WHERE c.oid = '%1$s'::regclass OR c.oid IN", table.name())
                + Text.format(
                    " (SELECT inhrelid FROM pg_inherits WHERE inhparent = '%1$s'::regclass)",
                    table.name()),
            row -> new Stored(row.getBoolean(1), row.getString(2), row.getString(3)));
    int partitions =
        table.arrangement() instanceof TableLayout.Partitioned by ? by.partitions() : 0;
    if (parts.size() != partitions + 1) {
      return parts.size() == 1
          ? "is not partitioned"
          : "has " + (parts.size() - 1) + " partitions, not " + partitions;
    }
    for (Stored part : parts) {
      String difference = part.hasRows() ? part.difference(table.storage()) : null;
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  /** A name or value that needs no quotes. Another one would end the clause. */
  private static String word(String text) {
    if (!text.matches("[\\w.]+")) {
      throw new RefusedException("--storage has " + text + ", which is not one word");
    }
    return text;
  }

  /**
   * Storage of a table or partition.
   *
   * @param hasRows false: rows are in the partitions
   * @param parameters parameters that were set, as {@code name=value}, separated by commas
   * @param tablespace empty: that of the database
   */
  private record Stored(boolean hasRows, String parameters, String tablespace) {

    @Nullable String difference(Map<String, String> storage) {
      List<String> found = List.of(parameters.toLowerCase(Locale.ROOT).split(","));
      for (Map.Entry<String, String> option : storage.entrySet()) {
        String wanted = (option.getKey() + "=" + option.getValue()).toLowerCase(Locale.ROOT);
        boolean there =
            option.getKey().equals(TABLESPACE)
                ? isTablespace(option.getValue())
                : found.contains(wanted);
        if (!there) {
          return "does not have " + wanted;
        }
      }
      return null;
    }

    private boolean isTablespace(String name) {
      return tablespace.isEmpty() ? name.equals("pg_default") : tablespace.equals(name);
    }
  }
}
