package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;

/** MySQL 9: InnoDB. */
final class MySql9TableStateIT extends TableStateContract {

  private Server server;

  @Override
  Server start() {
    server = SharedServer.MYSQL.emptied();
    return server;
  }

  @Override
  long count(String table) throws Exception {
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      try (ResultSet found = sql.executeQuery("SHOW TABLES LIKE '" + table + "'")) {
        if (!found.next()) {
          return 0;
        }
      }
      try (ResultSet rows = sql.executeQuery("SELECT COUNT(*) FROM " + table)) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  @Override
  void empty(String table) throws Exception {
    server.execute("TRUNCATE TABLE bench." + table);
  }
}
