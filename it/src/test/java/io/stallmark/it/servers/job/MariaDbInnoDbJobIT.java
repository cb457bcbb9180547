package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import java.util.List;
import java.util.Map;

/** MariaDB 10.11, InnoDB. */
final class MariaDbInnoDbJobIT extends MainJob {
  @Override
  Server start() {
    return Server.mariadb(Map.of("engine", "InnoDB"));
  }

  @Override
  List<String> says() {
    return List.of("MariaDB");
  }
}
