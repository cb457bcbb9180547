package io.stallmark.it.servers.record;

import io.stallmark.it.Server;
import java.util.Map;

/** MariaDB 10.11. */
final class MariaDbReplayFaultIT extends ReplayFaultContract {

  @Override
  Server start() {
    return Server.mariadb(Map.of());
  }

  @Override
  boolean failsAfterAKill() {
    return true;
  }
}
