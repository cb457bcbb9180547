package io.stallmark.transfer.existing;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.text.Text;
import io.stallmark.transfer.file.CsvFiles;
import io.stallmark.transfer.file.DocumentSource;
import io.stallmark.transfer.file.FileDirectory;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvField;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RowParser;
import io.stallmark.transfer.format.RowShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Import of files into an existing table. */
final class ImportScenario extends ExistingTableScenario {

  private static final int MOST_PARAMETERS = 65_535;
  private static final double MOST_FILE_BOUND = 0.2;
  private static final double PERCENT = 100;
  private static final double MEGABYTE = 1e6;
  private static final double SECOND = 1e9;

  private final Table table;
  private final String place;
  private final UserFiles files;
  private final CsvSyntax syntax;
  private final DocumentSource content;
  private final String journal;
  private final int batch;
  private final int mostBytes;
  private final Op.Insert.Form form;
  private volatile @Nullable ImportRun run; // null: no run has begun

  /**
   * @param place server and database
   * @throws IllegalArgumentException if the files do not fit the table
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
      content = CsvFiles.rows(files, syntax, names());
    }
    journal = settings.text(ExistingTableWorkload.JOURNAL);
    mostBytes = settings.int32(ExistingTableWorkload.MAX_BATCH_BYTES);
    batch =
        Math.min(
            settings.int32(ExistingTableWorkload.BATCH), MOST_PARAMETERS / table.columns().size());
    form =
        capabilities.contains(Capability.OBJECT_IDS)
            ? Op.Insert.Form.UNORDERED
            : Op.Insert.Form.PLAIN;
    parser(); // refuses a format that does not fit
    if (!journal.isEmpty() && !repeats()) {
      throw new IllegalArgumentException(
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
        throw new IllegalArgumentException(
            "Files of csv without a header need -p columns: the names of their fields");
      }
      return names;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          e.getCause() instanceof BadInput bad
              ? bad.getMessage()
              : FileDirectory.cause(Path.of(files.names().get(0)), e),
          e);
    }
  }

  private boolean isDocuments() {
    return ExistingTableWorkload.isDocuments(table);
  }

  /** Whether rows have a key, by which those are known that were inserted before. */
  private boolean repeats() {
    return isDocuments() || !table.primaryKey().isEmpty();
  }

  private RowParser parser() {
    FileFormat format = content.format();
    return isDocuments() ? format.documentParser() : format.parser(RowShape.named(table.columns()));
  }

  private Op.Insert insert(String name, int rows) {
    List<Param> params = new ArrayList<>();
    for (Column column : table.columns()) {
      Param param = new Param(column.name(), column.type());
      params.add(column.isNullable() ? param.orNull() : param);
    }
    List<String> names = table.columns().stream().map(Column::name).toList();
    List<Value> values = names.stream().map(Value::slot).toList();
    return new Op.Insert(
        name, params, table, names, values, rows, rows == 1 ? Op.Insert.Form.PLAIN : form);
  }

  @Override
  public List<Role> roles() {
    Op.Insert batches = insert("insert_rows", batch);
    Op.Insert single = repeats() ? insert("insert_row", 1) : null;
    List<Op> ops = single == null ? List.of(batches) : List.of(batches, single);
    return List.of(
        new Role(
            Role.ONLY,
            ops,
            List.of("import_batch"),
            false,
            ProgressUnit.ROWS,
            (session, slice) ->
                new ImportClient(
                    Objects.requireNonNull(run, "begin"),
                    parser(),
                    this::complaint,
                    batches,
                    single,
                    session,
                    slice)));
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
    try {
      String target =
          Text.format(
              "%s\t%s (%s)\tbatch %d%s",
              place,
              table.name(),
              String.join(", ", names()),
              batch,
              files.format() == FileFormat.CSV ? "\t" + syntax : "");
      ImportJournal opened =
          journal.isEmpty() ? null : ImportJournal.open(Path.of(journal), target, files);
      run = new ImportRun(content, opened, batch, mostBytes, repeats());
    } catch (BadInput e) {
      throw unfit(String.valueOf(e.getMessage()));
    }
  }

  private List<String> names() {
    return table.columns().stream().map(Column::name).toList();
  }

  @Override
  public double rowsPerTransaction() {
    return batch;
  }

  @Override
  public List<String> missing(Session session) {
    ImportRun ended = Objects.requireNonNull(run, "begin");
    BadInput failure = ended.failure();
    List<String> all = new ArrayList<>();
    if (failure != null) {
      all.add("The import ended early: " + failure.getMessage() + ".");
    }
    if (failure == null && !ended.isDrained()) {
      all.add("The files were not read to their ends.");
    }
    if (ended.open() > 0) {
      all.add(
          Text.format(
              "%d batches were begun and not ended: it is not known which of their rows were imported.",
              ended.open()));
    }
    ImportProgress progress = ended.progress();
    if (progress.failedBatches() > 0) {
      all.add(
          Text.format(
              "%d batches with %d rows failed: it is not known which of these rows were imported.",
              progress.failedBatches(), progress.failedRows()));
    }
    return all;
  }

  @Override
  public long repeated() {
    ImportRun ended = run;
    return ended == null ? 0 : ended.repeated();
  }

  @Override
  public boolean hadNothingToDo() {
    ImportRun ended = run;
    return ended != null && ended.isDrained() && ended.failure() == null;
  }

  @Override
  public List<String> doubts() {
    ImportRun ended = run;
    List<String> all = new ArrayList<>();
    if (ended == null || ended.failure() != null) {
      return all;
    }
    if (ended.fileBound() > MOST_FILE_BOUND && ended.progress().nanos() > SECOND) {
      all.add(
          Text.format(
              "The clients waited %.0f %% of the time for the files (limit %.0f %%), so the files and not the database limited the rate.",
              PERCENT * ended.fileBound(), PERCENT * MOST_FILE_BOUND));
    }
    return all;
  }

  @Override
  public List<String> remarks() {
    ImportRun ended = run;
    if (ended == null) {
      return List.of();
    }
    ImportProgress progress = ended.progress();
    double seconds = progress.nanos() / SECOND;
    List<String> all = new ArrayList<>();
    all.add(
        Text.format(
            "Imported %,d rows, %,.1f MB of %s, in %.3f s: %,.1f MB/s. The clients waited %.0f %%"
                + " of the time for the files.",
            progress.imported().rows(),
            progress.bytes() / MEGABYTE,
            files.format().word(),
            seconds,
            seconds == 0 ? 0 : progress.bytes() / MEGABYTE / seconds,
            PERCENT * ended.fileBound()));
    ImportJournal kept = ended.journal();
    if (kept != null && kept.omitted() > 0) {
      all.add(
          Text.format(
              "An earlier import with this journal had imported %,d rows, which were omitted.",
              kept.omitted()));
    }
    if (progress.present() > 0) {
      all.add(
          Text.format(
              "%,d rows of interrupted batches were in the table already.", progress.present()));
    }
    all.add("Checksum of the imported rows: " + progress.imported() + ".");
    return all;
  }

  @Override
  public Optional<TransferResult> transfer() {
    ImportRun ended = run;
    if (ended == null) {
      return Optional.empty();
    }
    ImportProgress progress = ended.progress();
    List<TransferResult.Point> points = progress.points();
    return Optional.of(
        new TransferResult(
            new TransferResult.Figures(
                progress.imported().rows(),
                progress.imported().digest(),
                form == Op.Insert.Form.UNORDERED ? "unordered" : "insert",
                progress.bytes(),
                progress.nanos() / SECOND,
                null,
                null,
                null,
                ended.clientsWaited() / SECOND,
                ended.readersWaited() / SECOND,
                TransferResult.slowdown(progress.begun(), points)),
            progress.begun(),
            points));
  }

  @Override
  public void end() {
    ImportRun ended = run;
    if (ended != null) {
      ended.stop();
    }
  }
}
