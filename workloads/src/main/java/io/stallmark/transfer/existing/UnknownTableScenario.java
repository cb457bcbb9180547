package io.stallmark.transfer.existing;

import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import java.util.List;

/** Scenario as long as no database is open, so that the table is not known. */
final class UnknownTableScenario extends ExistingTableScenario {

  @Override
  public List<Role> roles() {
    return List.of(
        new Role(
            Role.ONLY,
            List.of(),
            List.of(),
            false,
            ProgressUnit.ROWS,
            (session, slice) -> {
              throw new IllegalStateException("The table is not known");
            }));
  }
}
