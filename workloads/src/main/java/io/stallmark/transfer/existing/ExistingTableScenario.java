package io.stallmark.transfer.existing;

import io.stallmark.model.Table;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
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
  public Loader loader(Session session, Slice slice, boolean resumes) {
    return () -> 0;
  }

  @Override
  public Verification verification() {
    return Verification.none("The rows of a table of your own are not known.");
  }
}
