package io.stallmark.it;

import java.util.List;
import java.util.Map;

/** MariaDB 10.11, RocksDB. */
final class MariaDbRocksDbContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.mariadb(Map.of("engine", "RocksDB"));
  }

  @Override
  List<String> counters() {
    return List.of("Rocksdb_stall_total_stops");
  }
}
