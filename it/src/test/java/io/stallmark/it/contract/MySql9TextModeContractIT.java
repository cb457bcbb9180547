package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;

/** MySQL 9 through Connector/J, which sends texts instead of preparing statements. */
@Thorough
final class MySql9TextModeContractIT extends SqlServerContract {
  @Override
  Server start() {
    Server server = SharedServer.MYSQL.emptied();
    return server.at(server.url() + "?useServerPrepStmts=false");
  }
}
