package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.Map;

/** MariaDB 10.11 with MyRocks. */
@Thorough
final class MariaDbRocksDbJmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return SharedServer.MARIADB.emptied().storing(Map.of("engine", "RocksDB"));
  }
}
