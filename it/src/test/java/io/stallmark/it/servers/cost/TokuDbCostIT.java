package io.stallmark.it.servers.cost;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;

/** TokuDB, past the page cache, whose files performance_schema has. */
@Thorough
@Docker
final class TokuDbCostIT extends CostContract {
  @Override
  Server begin() throws Exception {
    Server server =
        Server.measured(
            "stallmark/tokudb:10.5",
            "--default-storage-engine=TokuDB",
            "--tokudb-cache-size=256M",
            "--tokudb-directio=ON",
            "--performance-schema=ON");
    server.execute("GRANT SELECT ON performance_schema.* TO bench");
    return server;
  }
}
