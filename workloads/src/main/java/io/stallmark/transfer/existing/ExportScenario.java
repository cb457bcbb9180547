package io.stallmark.transfer.existing;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import io.stallmark.transfer.file.ExportTarget;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvField;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RowShape;
import io.stallmark.transfer.format.RowWriter;
import io.stallmark.transfer.pipeline.KeyRanges;
import io.stallmark.transfer.pipeline.RowOperations;
import io.stallmark.transfer.pipeline.TransferPlan;
import io.stallmark.transfer.pipeline.TransferProgress;
import io.stallmark.transfer.pipeline.TransferRun;
import java.util.List;

/** Export of an existing table into one file, or into a file for each range of keys. */
final class ExportScenario extends ExistingTableScenario {

  /** Number of ranges of a table whose keys can be divided. */
  private static final int RANGES = 64;

  private final Table table;
  private final ExportTarget target;
  private final CsvSyntax syntax;
  private final List<CsvField> fields; // of documents as CSV

  /**
   * @throws RefusedException if the file does not fit the table
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

  private RowWriter writer() {
    return ExistingTableWorkload.isDocuments(table)
        ? target.format().documentWriter(fields, syntax)
        : target.format().writer(RowShape.named(table.columns()), syntax);
  }

  /** Whether the table is divided by its primary key, which is one integer. */
  private boolean isDivided() {
    return target.isDirectory()
        && table.primaryKey().size() == 1
        && Type.isWide(table.column(table.primaryKey().get(0)).type());
  }

  private Op.Read read() {
    RowOperations rows = new RowOperations(table);
    return (isDivided() ? rows.range("read_rows", false) : rows.all("read_rows")).streaming();
  }

  @Override
  protected List<Part> parts() {
    return List.of(new Part("export_range", List.of(read())));
  }

  @Override
  public void begin(Session session) throws DbException {
    if (table.arrangement() instanceof TableLayout.Existing existing && !existing.created()) {
      throw DbException.unfit("TABLE", "There is no collection " + table.name());
    }
    try {
      target.open();
    } catch (BadInput e) {
      throw DbException.unfit("FILE", String.valueOf(e.getMessage()));
    }
    KeyRanges ranges = isDivided() ? ranges(session) : KeyRanges.WHOLE;
    TransferPlan.Export plan =
        new TransferPlan.Export(read(), clients -> ranges, target, this::writer);
    begin(new TransferPlan(null, null, plan, TransferProgress.FIRST_SLOT));
  }

  private KeyRanges ranges(Session session) throws DbException {
    String key = table.primaryKey().get(0);
    Op ends =
        new Op.Read(
            "key_range",
            table,
            new Select.Aggregates(
                List.of(
                    new Aggregate(Aggregate.Function.MIN, key),
                    new Aggregate(Aggregate.Function.MAX, key))));
    KeyRanges[] found = {KeyRanges.EMPTY};
    PreparedOperation.of(session, ends)
        .execute(
            row -> {
              if (!row.isNull(0)) {
                found[0] = KeyRanges.of(row.getLong(0), row.getLong(1), RANGES);
              }
            });
    return found[0];
  }

  @Override
  protected List<String> failures(TransferRun ended) {
    BadInput failure = ended.failure();
    if (failure != null) {
      return List.of("The export ended early: " + failure.getMessage() + ".");
    }
    long ranges = ended.ranges().count();
    long left = ranges - ended.exportedRanges();
    return left == 0
        ? List.of()
        : List.of(Text.format("%d of %d ranges of keys were not exported.", left, ranges));
  }

  @Override
  protected List<String> remarks(TransferRun ended) {
    return List.of(
        exported(ended, "rows", target.format(), ", to " + target.path())
            + (isDivided()
                ? Text.format(
                    " Each of %d ranges of keys was read by itself.", ended.ranges().count())
                : " The table was read by one statement."),
        "Checksum of the exported rows: " + ended.exported().sum() + ".");
  }
}
