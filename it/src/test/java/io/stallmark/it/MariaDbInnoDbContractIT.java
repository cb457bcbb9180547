package io.stallmark.it;

import java.util.Map;

/** MariaDB 10.11, InnoDB, through MariaDB's driver. */
final class MariaDbInnoDbContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.mariadb(Map.of("engine", "InnoDB"));
  }

  @Override
  String driver() {
    return "mariadb";
  }
}
