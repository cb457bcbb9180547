package io.stallmark.it.servers.job;

import io.stallmark.it.SharedServer;
import java.util.List;

/** MySQL 9, InnoDB. */
final class MySql9OrdersIT extends OrdersJobContract {

  MySql9OrdersIT() {
    super(SharedServer.MYSQL, "");
  }

  @Override
  List<String> settings() {
    return List.of(
        "foreign-keys=on",
        "statements=batched home=random warehouses=2",
        "history-key=auto mix=45:43:4:4:4");
  }

  @Override
  List<String> refusals() {
    return List.of("layout=embedded|nested documents as BSON");
  }
}
