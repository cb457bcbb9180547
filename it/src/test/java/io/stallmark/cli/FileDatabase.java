package io.stallmark.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database in this JVM, whose tables are in a file, without the program. */
public final class FileDatabase {

  private FileDatabase() {}

  /**
   * Executes a statement. Returns the first column of its rows.
   *
   * @param url as the program takes it, such as {@code h2:file:/directory/name}
   */
  public static List<String> execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:" + url);
        Statement statement = connection.createStatement()) {
      List<String> found = new ArrayList<>();
      if (statement.execute(sql)) {
        ResultSet rows = statement.getResultSet();
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    }
  }
}
