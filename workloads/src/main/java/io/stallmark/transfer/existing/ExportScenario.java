package io.stallmark.transfer.existing;

import static io.stallmark.model.Value.slot;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.text.Text;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.RowCopy;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvField;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RowShape;
import io.stallmark.transfer.format.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Export of an existing table into one file, or into a file for each range of keys. */
final class ExportScenario extends ExistingTableScenario {

  /** Number of ranges of a table whose keys can be divided. */
  private static final int RANGES = 64;

  private static final double MEGABYTE = 1e6;
  private static final double SECOND = 1e9;

  private final Table table;
  private final ExportTarget target;
  private final CsvSyntax syntax;
  private final List<CsvField> fields; // of documents as CSV
  private volatile @Nullable ExportRun run; // null: no run has begun

  /**
   * @throws IllegalArgumentException if the file does not fit the table
   */
  ExportScenario(Settings settings, Table whole) {
    boolean documents = ExistingTableWorkload.isDocuments(whole);
    target =
        ExportTarget.of(
            settings.text(ExistingTableWorkload.FILE),
            settings.choice(ExistingTableWorkload.FORMAT),
            whole.name(),
            documents ? FileFormat.BSON : FileFormat.TSV);
    syntax = ExistingTableWorkload.syntax(settings, target.format());
    List<String> columns = ExistingTableWorkload.columns(settings);
    boolean chosen = documents && target.format() == FileFormat.CSV;
    fields = chosen ? CsvField.of(columns) : List.of();
    table = ExistingTableWorkload.described(chosen ? List.of() : columns, whole);
    writer(); // refuses a format that does not fit
  }

  private boolean isDocuments() {
    return ExistingTableWorkload.isDocuments(table);
  }

  private RowWriter writer() {
    if (!fields.isEmpty()) {
      return FileFormat.csvWriter(fields, syntax);
    } else if (target.format() == FileFormat.CSV && !isDocuments()) {
      return FileFormat.csvWriter(RowShape.named(table.columns()), syntax);
    }
    return isDocuments()
        ? target.format().documentWriter()
        : target.format().writer(RowShape.named(table.columns()));
  }

  /** Whether the table is divided by its primary key, which is one integer. */
  private boolean isDivided() {
    return target.isDirectory()
        && table.primaryKey().size() == 1
        && Type.isWide(table.column(table.primaryKey().get(0)).type());
  }

  private Op.Read read() {
    Select all = new Select.Columns(table.columns().stream().map(Column::name).toList());
    if (!isDivided()) {
      return new Op.Read("read_rows", List.of(), table, all, new Predicate.All()).streaming();
    }
    String key = table.primaryKey().get(0);
    return new Op.Read(
            "read_rows",
            List.of(new Param("low", Type.INT64), new Param("high", Type.INT64)),
            table,
            all,
            new Predicate.Between(key, slot("low"), slot("high")))
        .orderBy(key)
        .streaming();
  }

  /** Slots of one row. */
  private Args row() {
    List<Param> params = new ArrayList<>();
    for (Column column : table.columns()) {
      Param param = new Param(column.name(), column.type());
      params.add(column.isNullable() ? param.orNull() : param);
    }
    List<String> names = table.columns().stream().map(Column::name).toList();
    return Args.of(
        new Op.Insert("row", params, table, names, names.stream().map(Value::slot).toList(), 1));
  }

  @Override
  public List<Role> roles() {
    return List.of(
        new Role(
            Role.ONLY,
            List.of(read()),
            List.of("export_range"),
            false,
            ProgressUnit.ROWS,
            (session, slice) ->
                new ExportClient(
                    Objects.requireNonNull(run, "begin"),
                    read(),
                    row(),
                    new RowCopy(table.columns()),
                    new ExportFile(writer(), new DocumentHash(table.columns())),
                    session)));
  }

  @Override
  public void begin(Session session) throws DbException {
    try {
      target.open();
    } catch (BadInput e) {
      throw unfit(String.valueOf(e.getMessage()));
    }
    run = new ExportRun(target, isDivided() ? division(session) : KeyDivision.WHOLE);
  }

  private KeyDivision division(Session session) throws DbException {
    String key = table.primaryKey().get(0);
    Op ends =
        new Op.Read(
            "key_range",
            List.of(),
            table,
            new Select.Aggregates(
                List.of(
                    new Aggregate(Aggregate.Function.MIN, key),
                    new Aggregate(Aggregate.Function.MAX, key))),
            new Predicate.All());
    List<KeyDivision> found = new ArrayList<>();
    session
        .prepare(ends)
        .execute(
            Args.of(ends),
            row -> {
              if (!row.isNull(0)) {
                found.add(KeyDivision.of(row.getLong(0), row.getLong(1), RANGES));
              }
            });
    return found.isEmpty() ? KeyDivision.empty() : found.get(0);
  }

  @Override
  public long repeated() {
    ExportRun ended = run;
    return ended == null ? 0 : ended.repeated();
  }

  @Override
  public List<String> missing(Session session) {
    ExportRun ended = Objects.requireNonNull(run, "begin");
    BadInput failure = ended.failure();
    if (failure != null) {
      return List.of("The export ended early: " + failure.getMessage() + ".");
    } else if (ended.left() > 0) {
      return List.of(
          Text.format(
              "%d of %d ranges of keys were not exported.",
              ended.left(), ended.division().ranges()));
    }
    return List.of();
  }

  @Override
  public List<String> remarks() {
    ExportRun ended = run;
    return ended == null
        ? List.of()
        : List.of(
            Text.format(
                "Exported %,d rows, %,.1f MB of %s, to %s, in %.3f s. %s",
                ended.exported().rows(),
                ended.bytes() / MEGABYTE,
                target.format().word(),
                target.path(),
                ended.nanos() / SECOND,
                isDivided()
                    ? Text.format(
                        "Each of %d ranges of keys was read by itself.", ended.division().ranges())
                    : "The table was read by one statement."),
            "Checksum of the exported rows: " + ended.exported() + ".");
  }

  @Override
  public Optional<TransferResult> transfer() {
    ExportRun ended = run;
    return ended == null
        ? Optional.empty()
        : Optional.of(
            new TransferResult(
                new TransferResult.Figures(
                    ended.exported().rows(),
                    ended.exported().digest(),
                    null,
                    null,
                    null,
                    null,
                    ended.bytes(),
                    ended.nanos() / SECOND,
                    null,
                    null,
                    null),
                0,
                List.of()));
  }
}
