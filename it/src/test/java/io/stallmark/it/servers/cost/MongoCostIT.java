package io.stallmark.it.servers.cost;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.spi.server.Usage.Resource;
import java.util.Set;

/** MongoDB with WiredTiger. */
@Thorough
@Docker
final class MongoCostIT extends CostContract {
  @Override
  Server begin() throws Exception {
    return Server.measuredMongo();
  }

  /** It counts its own CPU time too. */
  @Override
  Set<Resource> counted(CostSource source) {
    Set<Resource> counted = super.counted(source);
    if (source == CostSource.SERVER) {
      counted.add(Resource.CPU_NANOS);
    }
    return counted;
  }

  /** What is written behind by the page cache belongs to no group of version 1. */
  @Override
  boolean differs(CostSource source, Resource resource) {
    return super.differs(source, resource)
        || source == CostSource.CGROUP && resource == Resource.WRITTEN_BYTES
        || resource == Resource.WRITES; // its threads wake each other by writing to descriptors
  }

  /** And by reading from them: 7 % of its reads, 17 % where a busy machine made the run longer. */
  @Override
  double percent(CostSource source, Resource resource) {
    return source == CostSource.SERVER && resource == Resource.READS
        ? 30
        : super.percent(source, resource);
  }
}
