package io.stallmark.it.servers.record;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;

/** MariaDB 10.11, with mysql_native_password. */
final class MariaDbRawSessionIT extends RawSessionContract {

  @Override
  Server start() {
    return SharedServer.MARIADB.emptied();
  }

  /** Two frames, of which the second is empty. */
  @Override
  int longest() {
    return 0xffffff;
  }
}
