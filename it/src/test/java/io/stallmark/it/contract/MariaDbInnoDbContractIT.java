package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.Map;

/** MariaDB 10.11, InnoDB, through MariaDB's driver. */
final class MariaDbInnoDbContractIT extends SqlServerContract {
  @Override
  Server start() {
    return SharedServer.MARIADB.emptied().storing(Map.of("engine", "InnoDB"));
  }

  @Override
  String driver() {
    return "mariadb";
  }
}
