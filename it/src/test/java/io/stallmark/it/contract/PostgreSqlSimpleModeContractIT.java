package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** PostgreSQL 15 with simple queries, as behind some poolers, and settings that change texts. */
@Thorough
final class PostgreSqlSimpleModeContractIT extends SqlServerContract {
  @Override
  Server start() {
    Server server = SharedServer.POSTGRESQL.emptied();
    return server.at(
        server.url()
            + "?preferQueryMode=simple"
            + "&options=-c%20standard_conforming_strings=off%20-c%20extra_float_digits=-15");
  }

  @Override
  List<String> counters() {
    return List.of("bgwriter.buffers_checkpoint", "wal.wal_buffers_full", "lock_waits");
  }
}
