package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.spi.Capability;
import java.util.Set;

/** MySQL 9, InnoDB. */
final class MySql9ContractIT extends ServerContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  protected Set<Capability> expected() {
    return Set.of(
        Capability.TRANSACTIONS, Capability.AUTO_INCREMENT, Capability.SUM, Capability.UPSERT);
  }
}
