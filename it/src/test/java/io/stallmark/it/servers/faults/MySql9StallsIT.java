package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;

/** MySQL 9. */
@Thorough
final class MySql9StallsIT extends StallContract {
  @Override
  Server start() {
    return Server.mysql9();
  }
}
