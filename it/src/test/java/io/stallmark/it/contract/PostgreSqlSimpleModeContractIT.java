package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** PostgreSQL 15 with simple queries, as behind some poolers. */
@Thorough
final class PostgreSqlSimpleModeContractIT extends SqlServerContract {
  @Override
  Server start() {
    Server server = SharedServer.POSTGRESQL.emptied();
    return server.at(server.url() + "?preferQueryMode=simple");
  }

  @Override
  List<String> counters() {
    return List.of("bgwriter.buffers_checkpoint", "wal.wal_buffers_full", "lock_waits");
  }
}
