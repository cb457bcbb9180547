package io.stallmark.transfer.existing;

import io.stallmark.model.Column;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.transfer.file.FileName;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.FileFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What imports and exports of existing tables have in common. */
abstract class ExistingTableWorkload extends DeclaredWorkload {

  static final String TABLE = "table";
  static final String FILE = "file";
  static final String FORMAT = "format";
  static final String COLUMNS = "columns";
  static final String JOURNAL = "journal";
  static final String DELIMITER = "delimiter";
  static final String ABSENT = "null";
  static final String HEADER = "header";
  static final String ON = "on";
  static final String BATCH = "batch";
  static final String MAX_BATCH_BYTES = "max-batch-bytes";

  static final List<String> FORMATS =
      Stream.concat(Stream.of(FileName.AUTO), Setting.names(FileFormat.class).stream()).toList();

  /** Options of CSV files. */
  static final List<Setting> CSV =
      List.of(
          Setting.text(DELIMITER, ",", "csv: character between fields, tab or space"),
          Setting.text(ABSENT, "", "csv: unquoted text that means NULL"),
          Setting.choice(
              HEADER, List.of(ON, "off"), "csv: whether the first line names the columns"));

  /**
   * Returns the syntax of CSV files.
   *
   * @throws RefusedException if the files have another format and need none
   */
  static CsvSyntax syntax(Settings settings, FileFormat format) {
    CsvSyntax syntax =
        CsvSyntax.of(
            settings.text(DELIMITER), settings.text(ABSENT), settings.choice(HEADER).equals(ON));
    if (format != FileFormat.CSV && !syntax.equals(CsvSyntax.USUAL)) {
      throw new RefusedException(
          "-p delimiter, -p null and -p header are for csv, and the files are "
              + Setting.word(format));
    }
    return syntax;
  }

  /** Names in the setting {@code columns}; empty: it is not given. */
  static List<String> columns(Settings settings) {
    String names = settings.text(COLUMNS);
    return names.isEmpty()
        ? List.of()
        : Stream.of(names.split(",", -1)).map(String::strip).toList();
  }

  /**
   * @param settings those that are not of CSV
   */
  ExistingTableWorkload(String name, String summary, Setting... settings) {
    super(name, summary, Stream.concat(Stream.of(settings), CSV.stream()).toList());
  }

  @Override
  public boolean isFinite(Settings settings) {
    return true;
  }

  /** None: an operation is measured with the files that it needs. */
  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of();
  }

  @Override
  public Optional<String> existingTable(Settings settings) {
    required(settings, TABLE, "the table or collection");
    required(settings, FILE, "the file or directory");
    return Optional.of(settings.text(TABLE));
  }

  /** A scenario without operations: they depend on the table. */
  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new ExistingTableScenario() {};
  }

  private void required(Settings settings, String setting, String what) {
    if (settings.text(setting).isEmpty()) {
      throw new RefusedException(
          name() + " needs -p " + setting + ": " + what + " ('stallmark " + name() + " --help')");
    }
  }

  /** Returns the table with the columns of these names, in this order; no names: all of them. */
  static Table described(List<String> names, Table table) {
    if (names.isEmpty()) {
      return table;
    }
    if (isDocuments(table)) {
      throw new RefusedException("A collection has no columns, so -p columns is for csv only");
    }
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      Column column =
          table.columns().stream()
              .filter(each -> each.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () -> new RefusedException("Table %s has no column %s", table.name(), name));
      if (columns.contains(column)) {
        throw new RefusedException("-p columns names " + column.name() + " twice");
      }
      columns.add(column);
    }
    boolean whole = columns.stream().map(Column::name).toList().containsAll(table.primaryKey());
    return new Table(
        table.name(),
        columns,
        whole ? table.primaryKey() : List.of(),
        List.of(),
        table.arrangement(),
        table.storage());
  }

  static boolean isDocuments(Table table) {
    return table.arrangement() instanceof TableLayout.Existing existing && existing.documents();
  }
}
