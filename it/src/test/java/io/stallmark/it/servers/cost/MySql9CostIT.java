package io.stallmark.it.servers.cost;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;

/** InnoDB in MySQL, whose performance_schema has all files of the server. */
@Docker
final class MySql9CostIT extends CostContract {
  @Override
  Server begin() throws Exception {
    Server server =
        Server.measured(
            "stallmark/mysql:9",
            "--innodb-buffer-pool-size=8M",
            "--innodb-use-native-aio=OFF",
            "--innodb-redo-log-capacity=8M");
    server.execute("GRANT SELECT ON performance_schema.* TO bench");
    return server;
  }
}
