package io.stallmark.it.servers.job;

import io.stallmark.it.Server;

/** MySQL 9. */
final class MySql9JmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return Server.mysql9();
  }
}
