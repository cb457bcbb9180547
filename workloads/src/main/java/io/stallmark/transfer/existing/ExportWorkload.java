package io.stallmark.transfer.existing;

import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.List;
import java.util.Set;

/** The workload {@code export}. */
public final class ExportWorkload extends ExistingTableWorkload {

  public ExportWorkload() {
    super(
        "export",
        "a table of your own into files, as 'stallmark export'",
        Setting.text(TABLE, "", "table or collection that exists"),
        Setting.text(FILE, "", "file to write, or a directory for files of ranges of keys"),
        Setting.choice(FORMAT, FORMATS, "format of the file; auto: by its name"),
        Setting.text(COLUMNS, "", "columns to read, separated by commas; empty: all"));
  }

  /** One client, so that the whole table is one read. */
  @Override
  public List<Role.Size> roles(Settings settings) {
    return List.of(new Role.Size(Role.ONLY, 1));
  }

  @Override
  public Scenario scenario(
      Settings settings, Table table, String place, Set<Capability> capabilities) {
    return new ExportScenario(settings, table);
  }
}
