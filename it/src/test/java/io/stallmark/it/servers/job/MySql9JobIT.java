package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import java.util.List;

/** MySQL 9. */
final class MySql9JobIT extends MainJob {
  @Override
  Server start() {
    return Server.mysql9();
  }

  @Override
  List<String> says() {
    return List.of("InnoDB", "mysql-connector-j");
  }
}
