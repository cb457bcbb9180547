package io.stallmark.it.servers.record;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;

/** MariaDB 10.11, replayed on itself and on MySQL 9. */
final class MariaDbReplayIT extends ReplayContract {

  @Override
  Server recorded() {
    return SharedServer.MARIADB.emptied();
  }

  @Override
  Server other() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  String fingerprint() {
    return "select c from sbtest1 where id=?";
  }

  @Override
  String foreign() {
    return "mongodb://127.0.0.1:1/bench";
  }
}
