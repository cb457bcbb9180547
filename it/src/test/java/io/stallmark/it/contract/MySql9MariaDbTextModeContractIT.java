package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.spi.Capability;
import java.util.Set;

/** MySQL 9 through MariaDB's driver, which sends texts instead of preparing statements. */
@Thorough
final class MySql9MariaDbTextModeContractIT extends ServerContract {
  @Override
  Server start() {
    Server server = SharedServer.MYSQL.emptied();
    return server.at(server.url() + "?useServerPrepStmts=false");
  }

  @Override
  String driver() {
    return "mariadb";
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
