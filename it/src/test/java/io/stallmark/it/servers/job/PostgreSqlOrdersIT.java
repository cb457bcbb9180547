package io.stallmark.it.servers.job;

import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** PostgreSQL. */
@Thorough // MySql9OrdersIT and MongoOrdersIT have the contract
final class PostgreSqlOrdersIT extends OrdersJobContract {

  PostgreSqlOrdersIT() {
    super(SharedServer.POSTGRESQL, "");
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
