package io.stallmark.it.servers.cost;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import java.sql.Connection;
import java.sql.Statement;

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
    try (Connection root = server.root();
        Statement sql = root.createStatement()) {
      sql.execute("GRANT SELECT ON performance_schema.* TO bench");
    }
    return server;
  }
}
