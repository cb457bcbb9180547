package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** MariaDB 10.5, TokuDB. */
@Thorough
final class TokuDbContractIT extends SqlServerContract {
  @Override
  Server start() {
    return SharedServer.TOKUDB.emptied();
  }

  @Override
  List<String> counters() {
    return List.of("Tokudb_checkpoint_taken");
  }
}
