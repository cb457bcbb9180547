package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;

/** MySQL 9. */
final class MySql9StallsIT extends Stalls {
  @Override
  Server start() {
    return Server.mysql9();
  }
}
