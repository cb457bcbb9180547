package io.stallmark.transfer.existing;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.Lines;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import io.stallmark.transfer.file.CsvFiles;
import io.stallmark.transfer.file.DocumentSource;
import io.stallmark.transfer.file.ImportJournal;
import io.stallmark.transfer.file.UserFiles;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvField;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RowParser;
import io.stallmark.transfer.format.RowShape;
import io.stallmark.transfer.pipeline.RowOperations;
import io.stallmark.transfer.pipeline.TransferPlan;
import io.stallmark.transfer.pipeline.TransferProgress;
import io.stallmark.transfer.pipeline.TransferRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Import of files into an existing table. */
final class ImportScenario extends ExistingTableScenario {

  private static final int MOST_PARAMETERS = 65_535;

  /** Seconds of an import whose rate can be doubted. */
  private static final double LEAST_SECONDS = 1;

  private final Table table;
  private final String place;
  private final UserFiles files;
  private final CsvSyntax syntax;
  private final DocumentSource content;
  private final String journal;
  private final int mostBytes;
  private final Op.Insert insert;
  private final Op.@Nullable Insert insertRow; // null: rows have no key by which to find them again
  private volatile @Nullable ImportJournal opened;

  /**
   * @param place server and database
   * @throws RefusedException if the files do not fit the table
   */
  ImportScenario(Settings settings, Table whole, String place, Set<Capability> capabilities) {
    this.place = place;
    files =
        UserFiles.find(
            settings.text(ExistingTableWorkload.FILE),
            settings.choice(ExistingTableWorkload.FORMAT));
    syntax = ExistingTableWorkload.syntax(settings, files.format());
    List<String> columns = ExistingTableWorkload.columns(settings);
    if (files.format() != FileFormat.CSV) {
      table = ExistingTableWorkload.described(columns, whole);
      content = files;
    } else if (ExistingTableWorkload.isDocuments(whole)) {
      table = whole;
      content = CsvFiles.documents(files, syntax, CsvField.of(named(columns, List.of())));
    } else {
      List<String> all = whole.columns().stream().map(Column::name).toList();
      table = ExistingTableWorkload.described(named(columns, all), whole);
      content = CsvFiles.rows(files, syntax, new RowOperations(table).columns());
    }
    journal = settings.text(ExistingTableWorkload.JOURNAL);
    mostBytes = settings.int32(ExistingTableWorkload.MAX_BATCH_BYTES);
    RowOperations rows = new RowOperations(table);
    insert =
        rows.insert(
            "insert_rows",
            Math.min(
                settings.int32(ExistingTableWorkload.BATCH),
                MOST_PARAMETERS / table.columns().size()),
            capabilities.contains(Capability.OBJECT_IDS)
                ? Op.Insert.Form.UNORDERED
                : Op.Insert.Form.PLAIN);
    insertRow =
        ExistingTableWorkload.isDocuments(table) || !table.primaryKey().isEmpty()
            ? rows.insert("insert_row", 1, Op.Insert.Form.PLAIN)
            : null;
    parser(); // refuses a format that does not fit
    if (!journal.isEmpty() && insertRow == null) {
      throw new RefusedException(
          "-p journal needs a primary key: without one, rows of an interrupted batch could be"
              + " inserted twice");
    }
  }

  /**
   * Names of the columns of CSV files: the given ones, or those of the first file's header.
   *
   * @param otherwise those of a file without a header
   */
  private List<String> named(List<String> given, List<String> otherwise) {
    try {
      List<String> names =
          !given.isEmpty() ? given : syntax.header() ? CsvFiles.header(files, syntax) : otherwise;
      if (names.isEmpty()) {
        throw new RefusedException(
            "Files of csv without a header need -p columns: the names of their fields");
      }
      return names;
    } catch (IOException e) {
      throw new RefusedException(
          (e.getCause() instanceof BadInput bad
                  ? bad
                  : BadInput.of(Path.of(files.names().get(0)), e))
              .getMessage(),
          e);
    }
  }

  private boolean isDocuments() {
    return ExistingTableWorkload.isDocuments(table);
  }

  private RowParser parser() {
    FileFormat format = content.format();
    return isDocuments() ? format.documentParser() : format.parser(RowShape.named(table.columns()));
  }

  @Override
  protected List<Part> parts() {
    return List.of(
        new Part("import_batch", insertRow == null ? List.of(insert) : List.of(insert, insertRow)));
  }

  /** A document without a key would be inserted twice. */
  private String complaint(Args values, int row) {
    if (!isDocuments() || FileFormat.hasKey(values, row)) {
      return "";
    }
    return journal.isEmpty()
        ? "the connection was lost while documents without _id were inserted: it is not known which"
            + " of them are there"
        : "a document has no _id, so that its import cannot be resumed: omit -p journal";
  }

  @Override
  public void begin(Session session) throws DbException {
    String target =
        Text.format(
            "%s\t%s (%s)\tbatch %d%s",
            place,
            table.name(),
            String.join(", ", new RowOperations(table).columns()),
            insert.rows(),
            files.format() == FileFormat.CSV ? "\t" + syntax : "");
    try {
      ImportJournal earlier =
          journal.isEmpty() ? null : ImportJournal.open(Path.of(journal), target, files);
      opened = earlier;
      TransferPlan.Import plan =
          new TransferPlan.Import(
              content, this::parser, insert, insertRow, mostBytes, earlier, this::complaint);
      begin(new TransferPlan(plan, null, null, TransferProgress.FIRST_SLOT));
    } catch (BadInput e) {
      throw DbException.unfit("FILE", String.valueOf(e.getMessage()));
    }
  }

  @Override
  public double rowsPerTransaction() {
    return insert.rows();
  }

  @Override
  protected List<String> failures(TransferRun ended) {
    BadInput failure = ended.failure();
    Lines all = new Lines();
    if (failure != null) {
      all.add("The import ended early: " + failure.getMessage() + ".");
    } else if (!ended.isDrained()) {
      all.add("The files were not read to their ends.");
    }
    if (ended.openBatches() > 0) {
      all.add(
          "%d batches were begun and not ended: it is not known which of their rows were imported.",
          ended.openBatches());
    }
    TransferProgress progress = ended.imported();
    if (progress.failures() > 0) {
      all.add(
          "%d batches with %,d rows failed: it is not known which of these rows were imported.",
          progress.failures(), progress.failedRows());
    }
    return all;
  }

  @Override
  protected boolean hadNothingToDo(TransferRun ended) {
    return ended.isDrained() && ended.failure() == null;
  }

  @Override
  protected List<String> fileBound(TransferRun ended) {
    return ended.imported().seconds() > LEAST_SECONDS ? super.fileBound(ended) : List.of();
  }

  @Override
  protected List<String> remarks(TransferRun ended) {
    Lines all = new Lines();
    all.add(imported(ended, "rows", files.format()));
    ImportJournal kept = opened;
    if (kept != null && kept.omitted() > 0) {
      all.add(
          "An earlier import with this journal had imported %,d rows, which were omitted.",
          kept.omitted());
    }
    if (ended.present() > 0) {
      all.add("%,d rows of interrupted batches were in the table already.", ended.present());
    }
    all.add("Checksum of the imported rows: " + ended.imported().sum() + ".");
    return all;
  }
}
