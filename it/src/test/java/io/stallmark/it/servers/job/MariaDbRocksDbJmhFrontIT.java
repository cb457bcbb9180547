package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import java.util.Map;

/** MariaDB 10.11 with MyRocks. */
final class MariaDbRocksDbJmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return Server.mariadb(Map.of("engine", "RocksDB"));
  }
}
