package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.spi.Capability;
import java.util.List;
import java.util.Set;

/** PostgreSQL 15. */
final class PostgreSqlContractIT extends ServerContract {
  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
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

  @Override
  List<String> counters() {
    return List.of("bgwriter.buffers_checkpoint", "wal.wal_buffers_full", "lock_waits");
  }
}
