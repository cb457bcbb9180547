package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;

/** MariaDB 10.5 with TokuDB, by tokudb_commit_sync. */
@Thorough
final class TokuDbGraphCrashIT extends GraphCrashContract {
  @Override
  Server start() {
    return Server.tokudb();
  }

  @Override
  List<String> durable() {
    return List.of("tokudb_commit_sync = ON");
  }

  @Override
  List<String> notDurable() {
    return List.of("tokudb_commit_sync = OFF");
  }
}
