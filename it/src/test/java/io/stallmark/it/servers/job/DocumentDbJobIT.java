package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** FerretDB 2.7 with DocumentDB, which accepts transactions and does not undo them. */
@Thorough
final class DocumentDbJobIT extends SysbenchJobContract {
  @Override
  Server start() {
    return SharedServer.DOCUMENTDB.emptied();
  }

  @Override
  List<String> says() {
    return List.of("FerretDB");
  }

  @Override
  boolean sendsBegin() {
    return false;
  }

  /** Without transactions two clients may delete and insert the same hot row crosswise. */
  @Override
  String allowedErrors() {
    return "25";
  }
}
