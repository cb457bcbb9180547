package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.spi.Capability;
import java.util.List;
import java.util.Set;

/** PostgreSQL 15 with simple queries, as behind some poolers. */
@Thorough
final class PostgreSqlSimpleModeContractIT extends ServerContract {
  @Override
  Server start() {
    Server server = SharedServer.POSTGRESQL.emptied();
    return server.at(server.url() + "?preferQueryMode=simple");
  }

  @Override
  List<String> counters() {
    return List.of("bgwriter.buffers_checkpoint", "wal.wal_buffers_full", "lock_waits");
  }

  @Override
  protected Set<Capability> expected() {
    return Set.of(
        Capability.TRANSACTIONS,
        Capability.AUTO_INCREMENT,
        Capability.SUM,
        Capability.UPSERT,
        Capability.DELETE_FIRST);
  }
}
