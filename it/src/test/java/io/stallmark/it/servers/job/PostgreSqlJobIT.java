package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.List;

/** PostgreSQL 15. */
final class PostgreSqlJobIT extends SysbenchJobContract {
  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
  }

  @Override
  List<String> says() {
    return List.of(
        "PostgreSQL 15",
        "shared_buffers",
        "fsync",
        "synchronous_commit",
        "wal_level",
        "max_wal_size");
  }
}
