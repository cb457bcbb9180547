package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.List;

/** MySQL 9. */
final class MySql9JobIT extends SysbenchJobContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  List<String> says() {
    return List.of("InnoDB", "mysql-connector-j");
  }
}
