package io.stallmark.it.servers.cost;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.sql.Connection;
import java.sql.Statement;

/**
 * MyRocks in MariaDB. Its reads are counted by what it then holds: past the page cache each reads
 * whole sectors of the disk, 512 bytes more on average, a ninth of the smallest blocks.
 */
@Thorough
@Docker
final class MyRocksCostIT extends CostContract {
  @Override
  Server begin() throws Exception {
    return Server.measured(
        "stallmark/mariadb:10.11",
        "--default-storage-engine=RocksDB",
        "--rocksdb-block-cache-size=4M",
        "--rocksdb-block-size=16384",
        "--rocksdb-use-direct-reads=ON");
  }

  /** Compactions are counted when they end, and one still runs after the last flush. */
  @Override
  void settle(Server loaded) throws Exception {
    try (Connection root = loaded.root();
        Statement sql = root.createStatement()) {
      sql.execute("SET GLOBAL rocksdb_compact_cf = 'default'"); // returns when it has ended
    }
  }
}
