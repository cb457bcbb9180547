package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** MariaDB 10.5 with TokuDB. */
@Thorough
final class TokuDbGraphIT extends SqlGraphJobContract {
  @Override
  Server start() {
    return SharedServer.TOKUDB.emptied();
  }

  @Override
  List<String> runs() {
    return List.of("index=before");
  }

  @Override
  List<String> loads() {
    return List.of("index=before fidelity=as-coded", "index=after");
  }
}
