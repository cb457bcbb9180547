package io.stallmark.jdbc.connect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads small results, as of questions to a server about itself. */
public final class ServerQuery {

  private ServerQuery() {}

  /** Reads the current row. */
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  public static <T> List<T> rows(Connection connection, String query, Reader<T> reader)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(reader.read(result));
      }
      return rows;
    }
  }

  /** The only row of a query that always has one. */
  public static <T> T row(Connection connection, String query, Reader<T> reader)
      throws SQLException {
    return rows(connection, query, reader).get(0);
  }

  /** Values in the second column by the name in the first, without NULL. */
  public static Map<String, String> pairs(Connection connection, String query) throws SQLException {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String[] row :
        rows(connection, query, row -> new String[] {row.getString(1), row.getString(2)})) {
      if (row[1] != null) {
        pairs.put(row[0], row[1]);
      }
    }
    return pairs;
  }

  /** The pairs whose values are integers. */
  public static Map<String, Long> numbers(Connection connection, String query) throws SQLException {
    Map<String, Long> numbers = new LinkedHashMap<>();
    pairs(connection, query)
        .forEach(
            (name, value) -> {
              if (value.matches("-?\\d{1,18}")) {
                numbers.put(name, Long.parseLong(value));
              }
            });
    return numbers;
  }
}
