package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.spi.Capability;
import java.util.Map;
import java.util.Set;

/** MariaDB 10.11, InnoDB, through Connector/J. */
@Thorough
final class MariaDbConnectorJContractIT extends ServerContract {
  @Override
  Server start() {
    return SharedServer.MARIADB.emptied().storing(Map.of("engine", "InnoDB"));
  }

  @Override
  String driver() {
    return "mysql";
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
