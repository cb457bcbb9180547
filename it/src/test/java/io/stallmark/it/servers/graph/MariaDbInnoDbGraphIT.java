package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import java.util.Map;

/** MariaDB 10.11 with InnoDB, through MariaDB's driver. */
@Thorough
final class MariaDbInnoDbGraphIT extends SqlGraphJobContract {
  @Override
  Server start() {
    return SharedServer.MARIADB.emptied().storing(Map.of("engine", "InnoDB")).by("mariadb");
  }

  @Override
  List<String> runs() {
    return List.of("index=before", "index=after insert-form=insert", "index=after");
  }

  @Override
  List<String> loads() {
    return List.of("index=before fidelity=as-coded", "partitions=4 index=after");
  }
}
