package io.stallmark.it.contract;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.spi.Capability;
import java.util.List;
import java.util.Set;

/** FerretDB 2.7 with DocumentDB. */
final class DocumentDbContractIT extends ServerContract {
  @Override
  Server start() {
    return SharedServer.DOCUMENTDB.emptied();
  }

  @Override
  List<String> counters() {
    return List.of();
  }

  @Override
  protected Set<Capability> expected() {
    return Set.of(
        Capability.OBJECT_IDS,
        Capability.BSON,
        Capability.SUM,
        Capability.UPSERT,
        Capability.OLD_VALUES);
  }
}
