package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import io.stallmark.transfer.file.FileLayout;
import io.stallmark.transfer.format.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Import and export with resolved settings. */
final class TransferScenario implements Scenario {

  private final TransferOptions options;
  private volatile @Nullable TransferFindings findings; // null: no run has begun

  TransferScenario(TransferOptions options) {
    this.options = options;
  }

  @Override
  public List<Table> tables() {
    return List.of(options.objects().table());
  }

  @Override
  public List<Role> roles() {
    List<Op> ops = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    if (options.imports()) {
      ops.add(options.insert());
      kinds.add("import_batch");
    }
    if (options.createsIndexes()) {
      kinds.add("create_indexes");
    }
    if (options.exports()) {
      ops.add(options.objects().range());
      kinds.add("export_chunk");
    }
    return List.of(
        new Role(
            Role.ONLY,
            ops,
            kinds,
            false,
            ProgressUnit.ROWS,
            (session, slice) ->
                new TransferClient(
                    options, Objects.requireNonNull(findings, "begin").run(), session, slice)));
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }

  /** The documents that an export reads; the rows of an import are from its files. */
  @Override
  public long rows(Table table) {
    return options.imports() ? 0 : options.layout().documents();
  }

  @Override
  public long rowBytes(Table table) {
    return options.layout().profile().meanBytes();
  }

  @Override
  public double rowsPerTransaction() {
    return options.imports() ? options.batch() : 0;
  }

  @Override
  public OptionalLong requiredRows() {
    return OptionalLong.empty();
  }

  @Override
  public boolean indexesAfterLoad() {
    return options.indexesAfter();
  }

  @Override
  public boolean createsIndexes() {
    return options.createsIndexes();
  }

  /** Checks the number of documents, and opens or generates the files. */
  @Override
  public void begin(Session session) throws DbException {
    long found = ObjectVerification.count(options, session);
    if (options.imports() && found > 0) {
      throw unfit(
          "Table objects has "
              + found
              + " documents, and an import needs an empty table: drop it with 'stallmark drop'");
    } else if (found != rows(options.objects().table())) {
      throw unfit(
          Text.format(
              "Table objects has %d documents, not %d: give -p documents=%1$d, or drop it",
              found, options.layout().documents()));
    }
    Op.Insert insert = options.imports() ? options.insert(session) : options.insert();
    try {
      TransferFiles files = TransferFiles.open(options);
      findings = new TransferFindings(options, files, new TransferRun(options, files, insert));
    } catch (BadInput e) {
      throw unfit(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unfit("Interrupted while the files were generated");
    }
  }

  private static DbException unfit(String what) {
    return new DbException(DbException.Kind.UNFIT, "TRANSFER", what, null);
  }

  @Override
  public Loader loader(Session session, Slice slice, boolean resumes) throws DbException {
    return new ObjectLoader(options, rows(options.objects().table()), resumes, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    FileLayout layout = options.layout();
    return options.imports()
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "transfer profile=%s seed=%d documents=%d compressible=%s",
                layout.profile().word(), layout.seed(), layout.documents(), layout.compressible()));
  }

  @Override
  public List<String> missing(Session session) throws DbException {
    TransferFindings ofRun = Objects.requireNonNull(findings, "begin");
    return ofRun.missing(session);
  }

  @Override
  public List<String> doubts() {
    TransferFindings ofRun = findings;
    return ofRun == null ? List.of() : ofRun.doubts();
  }

  @Override
  public List<String> remarks() {
    TransferFindings ofRun = findings;
    return ofRun == null ? List.of() : ofRun.remarks();
  }

  @Override
  public Optional<TransferResult> transfer() {
    TransferFindings ofRun = findings;
    return ofRun == null ? Optional.empty() : Optional.of(ofRun.result());
  }

  /** Frees the readers, and deletes temporary files. */
  @Override
  public void end() {
    TransferFindings ofRun = findings;
    if (ofRun != null) {
      ofRun.run().stop();
      ofRun.files().discard();
    }
  }

  @Override
  public Verification verification() {
    TransferFindings ofRun = findings;
    return new ObjectVerification(options, () -> ofRun == null ? List.of() : ofRun.failures());
  }
}
