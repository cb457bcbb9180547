package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.spi.Capability;
import java.util.List;
import java.util.Set;

/** MariaDB 10.5, TokuDB. */
@Thorough
final class TokuDbContractIT extends ServerContract {
  @Override
  Server start() {
    return SharedServer.TOKUDB.emptied();
  }

  @Override
  List<String> counters() {
    return List.of("Tokudb_checkpoint_taken");
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
