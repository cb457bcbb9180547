package io.stallmark.it.contract;

import io.stallmark.spi.Capability;
import java.util.Set;

/** The contract against a SQL server, which has the capabilities of all of them. */
abstract class SqlServerContract extends ServerContract {

  @Override
  protected final Set<Capability> expected() {
    return Set.of(
        Capability.TRANSACTIONS,
        Capability.AUTO_INCREMENT,
        Capability.SUM,
        Capability.UPSERT,
        Capability.DELETE_FIRST);
  }
}
