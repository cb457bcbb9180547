package io.stallmark.it.servers.job;

import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** MyRocks of MariaDB, which ignores foreign keys. */
@Thorough
final class MyRocksOrdersIT extends OrdersJobContract {

  MyRocksOrdersIT() {
    super(SharedServer.MARIADB, "engine=RocksDB");
  }

  @Override
  List<String> settings() {
    return List.of("", "statements=batched");
  }

  @Override
  List<String> refusals() {
    return List.of();
  }
}
