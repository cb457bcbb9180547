package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import java.util.List;
import java.util.Map;

/** MariaDB 10.11, RocksDB. */
final class MariaDbRocksDbJobIT extends MainJob {
  @Override
  Server start() {
    return Server.mariadb(Map.of("engine", "RocksDB"));
  }

  @Override
  List<String> says() {
    return List.of("RocksDB");
  }
}
