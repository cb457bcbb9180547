package io.stallmark.it.contract;

import io.stallmark.spi.Capability;
import java.util.Set;

/** The contract against a SQL server. All SQL servers have the same capabilities. */
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
