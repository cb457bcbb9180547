package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** MariaDB 10.5, TokuDB. */
@Thorough
final class TokuDbJobIT extends SysbenchJobContract {
  @Override
  Server start() {
    return SharedServer.TOKUDB.emptied();
  }

  @Override
  List<String> says() {
    return List.of("TokuDB");
  }
}
