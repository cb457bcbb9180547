package io.stallmark.it.servers.job;

import io.stallmark.it.SharedServer;
import java.util.List;

/** MongoDB: both layouts. */
final class MongoOrdersIT extends OrdersJobContract {

  MongoOrdersIT() {
    super(SharedServer.MONGO, "");
  }

  @Override
  List<String> settings() {
    return List.of(
        "layout=embedded",
        "statements=batched home=random warehouses=2",
        "layout=embedded statements=batched");
  }

  @Override
  List<String> refusals() {
    return List.of(
        "foreign-keys=on|MongoDB has no foreign keys", "history-key=auto|auto-increment keys");
  }
}
