package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import io.stallmark.spi.Capability;
import java.util.Set;

/** MySQL 9, InnoDB, through MariaDB's driver. */
@Thorough
final class MySql9MariaDbDriverContractIT extends ServerContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
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
