package io.stallmark.transfer.existing;

import io.stallmark.model.Table;
import io.stallmark.spi.workload.Verification;
import io.stallmark.transfer.pipeline.FileScenario;
import java.util.List;

/** A scenario on a table of the user's, which it neither creates nor drops. */
abstract class ExistingTableScenario extends FileScenario {

  @Override
  public List<Table> tables() {
    return List.of();
  }

  @Override
  public Verification verification() {
    return Verification.none("The rows of a table of your own are not known.");
  }
}
