package io.stallmark.it;

import io.stallmark.analysis.cost.Source;
import io.stallmark.spi.Secret;
import java.util.List;

/**
 * InnoDB in MySQL in a container. Of its own count much is missing: it fills new files of its log
 * with zeros, and the kernel writes a whole page for each block of the log.
 */
@Docker
final class MySql9CostIT extends CostContract {
  @Override
  List<Source> expected() {
    return List.of(Source.SERVER, Source.PROCESS, Source.CGROUP);
  }

  @Override
  double serverPercent() {
    return 50;
  }

  @Override
  void with(Load load) throws Exception {
    try (Server server = Server.mysql9("--skip-log-bin", "--innodb-redo-log-capacity=8M")) {
      load.run(server.url(), new Secret(server.password()));
    }
  }
}
