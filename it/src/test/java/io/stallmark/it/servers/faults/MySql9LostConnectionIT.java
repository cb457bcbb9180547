package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** MySQL 9. */
final class MySql9LostConnectionIT extends LostConnectionOfFilesContract {

  private final SqlConnections connections =
      new SqlConnections(
          this::administrator,
          "SELECT CONCAT('KILL ', id) FROM information_schema.processlist WHERE user = 'bench'");

  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  private Connection administrator() throws SQLException {
    Connection root = server.root();
    root.setCatalog("bench");
    return root;
  }

  @Override
  void cut() throws Exception {
    connections.cut();
  }

  @Override
  long rows(String table) throws Exception {
    return connections.rows(table);
  }

  @Override
  void create(String table, String like) throws SQLException {
    try (Connection root = administrator();
        Statement sql = root.createStatement()) {
      sql.execute("CREATE TABLE " + table + " LIKE " + like);
    }
  }

  @Override
  String format() {
    return "tsv";
  }
}
