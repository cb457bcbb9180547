package io.stallmark.it.hostile;

import io.stallmark.it.Server;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** MySQL 9, InnoDB, with the durability of its defaults. */
final class MySql9CasesIT extends ServerCases {
  @Override
  Server start() {
    return Server.mysql9("--local-infile=1");
  }

  @Override
  void empty(Server emptied) throws Exception {
    emptied.execute("DROP DATABASE bench", "CREATE DATABASE bench");
  }

  @Override
  long rows(Server asked) throws Exception {
    try (Connection root = asked.root();
        Statement sql = root.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet names = sql.executeQuery("SHOW TABLES FROM bench")) {
        while (names.next()) {
          tables.add(names.getString(1));
        }
      }
      long rows = tables.isEmpty() ? -1 : 0;
      for (String table : tables) {
        try (ResultSet count = sql.executeQuery("SELECT COUNT(*) FROM bench." + table)) {
          count.next();
          rows += count.getLong(1);
        }
      }
      return rows;
    }
  }
}
