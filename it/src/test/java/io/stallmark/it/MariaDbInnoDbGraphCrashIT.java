package io.stallmark.it;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** MariaDB 10.11 with InnoDB, by innodb_flush_log_at_trx_commit. */
final class MariaDbInnoDbGraphCrashIT extends GraphCrash {
  @Override
  Server start() {
    return Server.mariadb(Map.of("engine", "InnoDB"));
  }

  /** With 2 the log is in the operating system's hands at each commit, which outlives a process. */
  @Override
  List<String> durable() {
    return List.of("1", "2");
  }

  @Override
  List<String> notDurable() {
    return List.of("0");
  }

  /** Until the server is started again. */
  @Override
  Server with(Server running, String setting) throws Exception {
    try (Connection root = running.root();
        Statement sql = root.createStatement()) {
      sql.execute("SET GLOBAL innodb_flush_log_at_trx_commit = " + setting);
    }
    return running;
  }
}
