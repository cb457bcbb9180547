package io.stallmark.it.servers.cost;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;

/** InnoDB in MariaDB, which counts its log apart from its other writes. */
@Thorough
@Docker
final class MariaDbCostIT extends CostContract {
  @Override
  Server begin() throws Exception {
    return Server.measured(
        "stallmark/mariadb:10.11", "--innodb-buffer-pool-size=8M", "--innodb-use-native-aio=OFF");
  }
}
