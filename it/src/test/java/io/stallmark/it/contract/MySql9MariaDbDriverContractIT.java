package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;

/** MySQL 9, InnoDB, through MariaDB's driver. */
@Thorough
final class MySql9MariaDbDriverContractIT extends SqlServerContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  String driver() {
    return "mariadb";
  }
}
