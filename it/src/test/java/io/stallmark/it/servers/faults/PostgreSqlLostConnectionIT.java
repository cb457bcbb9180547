package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;

/** PostgreSQL 15. */
final class PostgreSqlLostConnectionIT extends LostConnectionContract {

  private final SqlConnections connections =
      new SqlConnections(
          () -> server.postgresqlRoot("bench"),
          "SELECT 'SELECT pg_terminate_backend(' || pid || ')' FROM pg_stat_activity"
              + " WHERE usename = 'bench'");

  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
  }

  @Override
  void cut() throws Exception {
    connections.cut();
  }

  @Override
  long rows(String table) throws Exception {
    return connections.rows(table);
  }
}
