package io.stallmark.it.servers.cost;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.spi.server.Usage.Resource;

/** TokuDB as MariaDB starts it, without performance_schema. */
@Thorough
@Docker
final class TokuDbStatusCostIT extends CostContract {
  @Override
  Server begin() throws Exception {
    return Server.measured(
        "stallmark/tokudb:10.5",
        "--default-storage-engine=TokuDB",
        "--tokudb-cache-size=256M",
        "--tokudb-directio=ON");
  }

  /**
   * In none of its counters are what it writes to build an index, and the headers of files that it
   * reads when it opens them, 60 here: the source says so of itself.
   */
  @Override
  double percent(CostSource source, Resource resource) {
    if (source != CostSource.SERVER) {
      return super.percent(source, resource);
    }
    return switch (resource) {
      case WRITTEN_BYTES -> 35;
      case READS -> 25;
      default -> super.percent(source, resource);
    };
  }
}
