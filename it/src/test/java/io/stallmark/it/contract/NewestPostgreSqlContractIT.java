package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.spi.Capability;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;

/** The newest PostgreSQL of Debian. */
@Thorough
final class NewestPostgreSqlContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.newestPostgresql();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
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
    return List.of("bgwriter.buffers_clean", "wal.wal_buffers_full", "lock_waits");
  }
}
