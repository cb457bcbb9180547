package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import java.util.List;

/** MariaDB 10.5 with TokuDB. */
final class TokuDbGraphIT extends SqlGraphJob {
  @Override
  Server start() {
    return Server.tokudb();
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
