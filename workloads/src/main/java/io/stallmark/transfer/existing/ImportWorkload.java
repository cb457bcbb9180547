package io.stallmark.transfer.existing;

import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.Set;

/** The workload {@code import}. */
public final class ImportWorkload extends ExistingTableWorkload {

  /** Limit of rows in an insert: 65,535 parameters. */
  private static final int MOST_ROWS = 5000;

  private static final int MOST_BYTES = 12_000_000;

  public ImportWorkload() {
    super(
        "import",
        "your files into a table of your own, as 'stallmark import'",
        Setting.text(TABLE, "", "table or collection that exists"),
        Setting.text(FILE, "", "files, and directories with files, separated by commas"),
        Setting.choice(FORMAT, FORMATS, "format of the files; auto: by their names"),
        Setting.text(COLUMNS, "", "columns of the files, separated by commas; empty: all"),
        Setting.text(JOURNAL, "", "file that records imported batches, to resume an import"),
        Setting.integer(BATCH, "1000", 1, MOST_ROWS, "maximum rows per insert"),
        Setting.integer(MAX_BATCH_BYTES, "8M", 1, MOST_BYTES, "maximum bytes per insert"));
  }

  @Override
  public Scenario scenario(
      Settings settings, Table table, String place, Set<Capability> capabilities) {
    return new ImportScenario(settings, table, place, capabilities);
  }
}
