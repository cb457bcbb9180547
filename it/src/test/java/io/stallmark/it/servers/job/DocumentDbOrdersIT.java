package io.stallmark.it.servers.job;

import io.stallmark.it.SharedServer;
import java.util.List;

/** DocumentDB, whose transactions have one statement. */
final class DocumentDbOrdersIT extends OrdersJobContract {

  DocumentDbOrdersIT() {
    super(SharedServer.DOCUMENTDB, "");
  }

  @Override
  List<String> settings() {
    return List.of();
  }

  @Override
  List<String> refusals() {
    return List.of("home=random|multi-statement transactions");
  }
}
