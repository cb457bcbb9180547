package io.stallmark.it.servers.faults;

import io.stallmark.it.SharedServer;

/** MySQL 9: InnoDB. */
final class MySql9TableStateIT extends SqlTableStateContract {
  @Override
  SharedServer shared() {
    return SharedServer.MYSQL;
  }
}
