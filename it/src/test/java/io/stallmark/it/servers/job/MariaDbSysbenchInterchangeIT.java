package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.List;

/** MariaDB 10.11. */
final class MariaDbSysbenchInterchangeIT extends SysbenchInterchangeContract {
  @Override
  Server start() {
    return SharedServer.MARIADB.emptied();
  }

  @Override
  List<String> login(String password) {
    return List.of(
        "--mysql-host=127.0.0.1",
        "--mysql-user=bench",
        "--mysql-db=bench",
        "--mysql-password=" + password);
  }
}
