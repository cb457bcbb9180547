package io.stallmark.it.hostile;

import io.stallmark.it.Server;
import java.sql.Connection;
import java.sql.Statement;

/** MySQL 9, InnoDB, with the durability of its defaults. */
final class MySql9CasesIT extends ServerCases {
  @Override
  Server start() {
    return Server.mysql9("--local-infile=1");
  }

  @Override
  void empty(Server emptied) throws Exception {
    try (Connection root = emptied.root();
        Statement sql = root.createStatement()) {
      sql.execute("DROP DATABASE bench");
      sql.execute("CREATE DATABASE bench");
    }
  }

  @Override
  boolean hasTables(Server asked) throws Exception {
    try (Connection root = asked.root();
        Statement sql = root.createStatement();
        var tables = sql.executeQuery("SHOW TABLES FROM bench")) {
      return tables.next();
    }
  }
}
