package io.stallmark.it;

import java.util.List;

/** FerretDB 2.7 with DocumentDB. */
final class DocumentDbContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.documentdb();
  }

  @Override
  List<String> counters() {
    return List.of();
  }
}
