package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** PostgreSQL 15, with sysbench's pgsql driver. */
@Thorough
final class PostgreSqlSysbenchInterchangeIT extends SysbenchInterchangeContract {
  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
  }

  @Override
  List<String> login(String password) {
    return List.of(
        "--db-driver=pgsql",
        "--pgsql-host=127.0.0.1",
        "--pgsql-user=bench",
        "--pgsql-db=bench",
        "--pgsql-password=" + password);
  }
}
