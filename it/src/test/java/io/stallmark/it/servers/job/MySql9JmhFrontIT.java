package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;

/** MySQL 9. */
final class MySql9JmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }
}
