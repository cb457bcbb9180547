package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

/** MariaDB 10.11, RocksDB. */
final class MariaDbRocksDbContractIT extends SqlServerContract {

  /** MyRocks fills a buffer of 64 MB for each index that it creates: most of this class's time. */
  @Override
  Server start() throws SQLException {
    Server shared = SharedServer.MARIADB.emptied().storing(Map.of("engine", "RocksDB"));
    setBuffer(shared, "1048576");
    return shared;
  }

  @AfterAll
  void setBufferBack() throws SQLException {
    setBuffer(server, "DEFAULT");
  }

  private static void setBuffer(Server of, String value) throws SQLException {
    of.execute("SET GLOBAL rocksdb_merge_buf_size = " + value);
  }

  @Override
  List<String> counters() {
    return List.of("Rocksdb_stall_total_stops");
  }
}
