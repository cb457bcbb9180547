package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** MariaDB 10.11: InnoDB in its formats and MyRocks with each of its compressors. */
@Thorough
final class MariaDbSensorIT extends SensorJobContract {

  @Override
  Server start() {
    return SharedServer.MARIADB.emptied();
  }

  @Override
  List<String> runs() {
    return List.of(
        "engine=InnoDB|insert-form=stream",
        "engine=InnoDB,row_format=COMPRESSED,key_block_size=8|layout=ts-first",
        "engine=InnoDB,row_format=COMPRESSED,key_block_size=4|",
        "engine=InnoDB,page_compressed=1|values=pareto",
        "engine=RocksDB,column_family=cf_none|",
        "engine=RocksDB,column_family=cf_snappy|",
        "engine=RocksDB,column_family=cf_zlib|",
        "engine=RocksDB,column_family=cf_lz4|",
        "engine=RocksDB,column_family=cf_lz4hc|",
        "engine=RocksDB,column_family=cf_zstd|layout=ts-first",
        "engine=RocksDB|layout=auto-increment",
        "engine=RocksDB|insert-form=replace",
        "engine=RocksDB|insert-form=stream");
  }

  @Override
  List<String> refusals() {
    return List.of(
        "engine=InnoDB|insert-form=unordered|unordered", "engine=InnoDB,compression=zlib||zlib");
  }
}
