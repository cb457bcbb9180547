package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** PostgreSQL 15. Every day without what MySQL shows: all mixes, an open loop. */
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

  @Thorough
  @Test
  @Order(4)
  @Override
  void everyMix_runs_orIsAPhase_andLeavesTheDataRight() throws Exception {
    super.everyMix_runs_orIsAPhase_andLeavesTheDataRight();
  }

  @Thorough
  @Test
  @Order(5)
  @Override
  void openLoop_isNeverAheadOfItsRate() throws Exception {
    super.openLoop_isNeverAheadOfItsRate();
  }

  @Thorough
  @Test
  @Order(7)
  @Override
  void mixThatInserts_runs_andDropLeavesNothing() {
    super.mixThatInserts_runs_andDropLeavesNothing();
  }
}
