package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;
import java.util.Map;

/** MyRocks of MariaDB, by rocksdb_flush_log_at_trx_commit. */
@Thorough
final class MyRocksDurabilityIT extends SqlDurabilityContract {
  /**
   * Recovers to the last whole record of its log. By default a log that ends in a part of a record,
   * as it may under 0 and 2, keeps the engine from starting.
   */
  @Override
  Server start() {
    return Server.mariadb(Map.of("engine", "RocksDB"), "--rocksdb-wal-recovery-mode=2");
  }

  @Override
  List<String> durable() {
    return List.of("rocksdb_flush_log_at_trx_commit = 1");
  }

  /** With 2 as well: the log is written from the server's memory when a buffer is full. */
  @Override
  List<String> notDurable() {
    return List.of("rocksdb_flush_log_at_trx_commit = 2", "rocksdb_flush_log_at_trx_commit = 0");
  }
}
