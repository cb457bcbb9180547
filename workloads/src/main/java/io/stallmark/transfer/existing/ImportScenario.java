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
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RowParser;
import io.stallmark.transfer.format.RowShape;
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
  private final String journal;
  private final int batch;
  private final int mostBytes;
  private final Op.Insert.Form form;
  private volatile @Nullable ImportRun run; // null: no run has begun

  /**
   * @param place server and database
   * @throws IllegalArgumentException if the files do not fit the table
   */
  ImportScenario(Settings settings, Table table, String place, Set<Capability> capabilities) {
    this.table = table;
    this.place = place;
    files =
        UserFiles.find(
            settings.text(ExistingTableWorkload.FILE),
            settings.choice(ExistingTableWorkload.FORMAT));
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

  private boolean isDocuments() {
    return ExistingTableWorkload.isDocuments(table);
  }

  /** Whether rows have a key, by which those are known that were inserted before. */
  private boolean repeats() {
    return isDocuments() || !table.primaryKey().isEmpty();
  }

  private RowParser parser() {
    FileFormat format = files.format();
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
              "%s\t%s (%s)\tbatch %d", place, table.name(), String.join(", ", names()), batch);
      ImportJournal opened =
          journal.isEmpty() ? null : ImportJournal.open(Path.of(journal), target, files);
      run = new ImportRun(files, opened, batch, mostBytes, repeats());
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
    if (kept != null && kept.omitted() + progress.present() > 0) {
      all.add(
          Text.format(
              "An earlier import with this journal had imported %,d rows, which were omitted, and"
                  + " %,d rows of batches that were interrupted.",
              kept.omitted(), progress.present()));
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
