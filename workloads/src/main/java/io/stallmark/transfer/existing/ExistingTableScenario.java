package io.stallmark.transfer.existing;

import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.util.List;
import java.util.OptionalLong;

/** A scenario on a table of the user's, which it neither creates nor drops. */
abstract class ExistingTableScenario implements Scenario {

  @Override
  public List<Table> tables() {
    return List.of();
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public long rows(Table table) {
    return 0;
  }

  @Override
  public OptionalLong requiredRows() {
    return OptionalLong.empty();
  }

  @Override
  public boolean indexesAfterLoad() {
    return false;
  }

  @Override
  public Loader loader(Session session, Slice slice, boolean resumes) {
    return () -> 0;
  }

  @Override
  public Verification verification() {
    return Verification.none("The rows of a table of your own are not known.");
  }

  static DbException unfit(String what) {
    return new DbException(DbException.Kind.UNFIT, "FILE", what, null);
  }

  static DbException failed(Exception cause) {
    return new DbException(
        DbException.Kind.FATAL, "FILE", String.valueOf(cause.getMessage()), cause);
  }
}
