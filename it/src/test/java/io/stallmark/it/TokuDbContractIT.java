package io.stallmark.it;

import java.util.List;

/** MariaDB 10.5, TokuDB. */
final class TokuDbContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.tokudb();
  }

  @Override
  List<String> counters() {
    return List.of("Tokudb_checkpoint_taken");
  }
}
