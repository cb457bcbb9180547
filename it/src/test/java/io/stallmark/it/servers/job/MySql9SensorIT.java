package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.util.List;

/** MySQL 9: InnoDB plain, compressed, with page compression; every layout and form. */
final class MySql9SensorIT extends SensorJobContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  List<String> runs() {
    return List.of(
        "engine=InnoDB|layout=ts-first-covering values=pareto",
        "engine=InnoDB|layout=auto-increment value-type=real",
        "engine=InnoDB|layout=partitioned partitions=4",
        "engine=InnoDB|insert-form=stream batch-shape=sensor",
        "engine=InnoDB|",
        "engine=InnoDB|layout=ts-first batch-shape=sensor",
        "engine=InnoDB|layout=hash-prefixed values=zipfian",
        "engine=InnoDB|insert-form=insert-ignore",
        "engine=InnoDB|insert-form=replace",
        "engine=InnoDB|insert-form=stream value-type=real",
        "engine=InnoDB,row_format=COMPRESSED,key_block_size=8|",
        "engine=InnoDB,row_format=COMPRESSED,key_block_size=4|",
        "engine=InnoDB,compression=zlib|");
  }

  @Override
  List<String> refusals() {
    return List.of(
        "engine=InnoDB|insert-form=unordered|unordered",
        "engine=InnoDB|layout=native|time series",
        "engine=InnoDB|layout=object-id|layout=auto-increment",
        "engine=TokuDB||TokuDB");
  }
}
