package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import java.util.Map;

/** MariaDB 10.11, RocksDB. */
@Thorough
final class MariaDbRocksDbJobIT extends SysbenchJobContract {
  @Override
  Server start() {
    return SharedServer.MARIADB.emptied().storing(Map.of("engine", "RocksDB"));
  }

  @Override
  List<String> says() {
    return List.of("RocksDB");
  }
}
