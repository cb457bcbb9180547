package io.stallmark.it.servers.faults;

import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;

/** MariaDB 10.11: InnoDB. */
@Thorough
final class MariaDbTableStateIT extends SqlTableStateContract {
  @Override
  SharedServer shared() {
    return SharedServer.MARIADB;
  }
}
