package io.stallmark.it.servers.faults;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The connections of the program to a SQL database, as its administrator sees them.
 *
 * @param administrator opens a connection of the administrator to the program's database
 * @param kills query for the statements that end a connection of the program each
 */
record SqlConnections(Callable<Connection> administrator, String kills) {

  void cut() throws Exception {
    try (Connection root = administrator.call();
        Statement sql = root.createStatement()) {
      List<String> all = new ArrayList<>();
      try (ResultSet found = sql.executeQuery(kills)) {
        while (found.next()) {
          all.add(found.getString(1));
        }
      }
      for (String kill : all) {
        try {
          sql.execute(kill);
        } catch (SQLException e) {
          // the connection has ended meanwhile
        }
      }
    }
  }

  /** Number of rows of a table; 0: there is none. */
  long rows(String table) throws Exception {
    try (Connection root = administrator.call();
        Statement sql = root.createStatement();
        ResultSet count = sql.executeQuery("SELECT COUNT(*) FROM " + table)) {
      count.next();
      return count.getLong(1);
    } catch (SQLException e) {
      return 0;
    }
  }
}
