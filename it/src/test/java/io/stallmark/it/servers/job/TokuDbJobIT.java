package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import java.util.List;

/** MariaDB 10.5, TokuDB. */
final class TokuDbJobIT extends MainJob {
  @Override
  Server start() {
    return Server.tokudb();
  }

  @Override
  List<String> says() {
    return List.of("TokuDB");
  }
}
