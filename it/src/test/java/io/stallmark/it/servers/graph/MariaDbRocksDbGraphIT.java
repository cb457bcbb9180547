package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import java.util.Map;

/** MariaDB 10.11 with MyRocks. */
@Thorough
final class MariaDbRocksDbGraphIT extends SqlGraphJobContract {
  @Override
  Server start() {
    return SharedServer.MARIADB.emptied().storing(Map.of("engine", "RocksDB"));
  }

  @Override
  List<String> runs() {
    return List.of("index=before", "index=after insert-form=insert");
  }

  @Override
  List<String> loads() {
    return List.of("index=before", "index=after fidelity=as-coded");
  }
}
