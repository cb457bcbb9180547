package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import java.sql.Connection;
import java.sql.Statement;

/** By global variables, which the server has until it is started again. */
abstract class SqlDurabilityContract extends DurabilityContract {
  @Override
  final Server with(Server running, String setting) throws Exception {
    try (Connection root = running.root();
        Statement sql = root.createStatement()) {
      sql.execute("SET GLOBAL " + setting);
    }
    return running;
  }
}
