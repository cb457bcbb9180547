package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.List;

/** PostgreSQL 15. */
final class PostgreSqlContractIT extends SqlServerContract {
  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
  }

  @Override
  List<String> counters() {
    return List.of("bgwriter.buffers_checkpoint", "wal.wal_buffers_full", "lock_waits");
  }
}
