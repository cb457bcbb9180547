package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/** The newest PostgreSQL of Debian. */
@Thorough
final class NewestPostgreSqlContractIT extends SqlServerContract {
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
  List<String> counters() {
    return List.of("bgwriter.buffers_clean", "wal.wal_buffers_full", "lock_waits");
  }
}
