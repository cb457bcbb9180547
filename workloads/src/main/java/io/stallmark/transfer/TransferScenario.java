package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.RowShape;
import io.stallmark.transfer.generated.FileLayout;
import io.stallmark.transfer.pipeline.FileScenario;
import io.stallmark.transfer.pipeline.TransferPlan;
import io.stallmark.transfer.pipeline.TransferProgress;
import io.stallmark.transfer.pipeline.TransferRun;
import io.stallmark.verification.BatchLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Import and export of generated documents. */
final class TransferScenario extends FileScenario {

  /** Documents whose checksum is computed at once. */
  private static final long STRIPE = 1000;

  private final TransferOptions options;
  private volatile @Nullable TransferFiles files; // null: no run has begun

  TransferScenario(TransferOptions options) {
    this.options = options;
  }

  @Override
  public List<Table> tables() {
    return List.of(options.objects().table());
  }

  @Override
  protected List<Part> parts() {
    List<Part> all = new ArrayList<>();
    if (options.imports()) {
      all.add(new Part("import_batch", List.of(options.insert())));
    }
    if (createsIndexes()) {
      all.add(new Part("create_indexes", List.of()));
    }
    if (options.exports()) {
      all.add(new Part("export_chunk", List.of(options.range())));
    }
    return all;
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
  public boolean indexesAfterLoad() {
    return options.indexesAfter();
  }

  @Override
  public boolean createsIndexes() {
    return options.imports() && options.indexesAfter();
  }

  /** Checks the number of documents, and opens or generates the files. */
  @Override
  public void begin(Session session) throws DbException {
    long found = options.count(session);
    if (options.imports() && found > 0) {
      throw unfit(
          "Table objects has "
              + found
              + " documents, and an import needs an empty table: drop it with 'stallmark drop'");
    } else if (found != rows(options.objects().table())) {
      throw unfit(
          Text.format(
              "Table objects has %,d documents, not %,d: give -p documents=%1$d, or drop it",
              found, options.layout().documents()));
    }
    Op.Insert insert = options.imports() ? options.insert(session) : options.insert();
    try {
      TransferFiles opened = TransferFiles.open(options);
      files = opened;
      begin(
          new TransferPlan(
              options.imports() ? imports(insert, opened) : null,
              createsIndexes() ? options.objects().table() : null,
              options.exports() ? exports(opened) : null,
              TransferProgress.slot(options.layout().documents())));
    } catch (BadInput e) {
      throw unfit(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unfit("Interrupted while the files were generated");
    }
  }

  private static DbException unfit(String what) {
    return DbException.unfit("TRANSFER", what);
  }

  private RowShape shape() {
    return new RowShape(options.layout().profile().columns());
  }

  private TransferPlan.Import imports(Op.Insert insert, TransferFiles opened) {
    return new TransferPlan.Import(
        opened.source(),
        () -> options.layout().format().parser(shape()),
        insert,
        null,
        options.batchBytes(),
        null,
        (values, row) -> "");
  }

  private TransferPlan.Export exports(TransferFiles opened) {
    return new TransferPlan.Export(
        options.range(),
        options::ranges,
        opened.target(),
        () -> options.layout().format().writer(shape(), CsvSyntax.USUAL));
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) ->
        new ObjectLoader(options, rows(options.objects().table()), resumes, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    FileLayout layout = options.layout();
    return options.imports()
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "transfer profile=%s seed=%d documents=%d compressible=%s",
                Setting.word(layout.profile()),
                layout.seed(),
                layout.documents(),
                layout.compressible()));
  }

  @Override
  protected boolean isWhole(TransferRun ended) {
    return (!options.imports() || ended.imported().sum().rows() == options.layout().documents())
        && (!createsIndexes() || ended.isIndexed())
        && (!options.exports() || ended.exportedRanges() == ended.ranges().count());
  }

  @Override
  protected List<String> failures(TransferRun ended) {
    BadInput failure = ended.failure();
    if (failure != null) {
      return List.of("The run ended early: " + failure.getMessage() + ".");
    }
    TransferProgress imported = ended.imported();
    if (imported.failures() > 0) {
      return List.of(
          Text.format(
              "The inserts of %d batches with %,d documents failed: some or all were not imported.",
              imported.failures(), imported.failedRows()));
    }
    return ended.failedRanges() > 0
        ? List.of(Text.format("The exports of %d ranges of keys failed.", ended.failedRanges()))
        : List.of();
  }

  @Override
  protected List<String> missing(TransferRun ended, Session session) throws DbException {
    Lines all = new Lines();
    long documents = options.layout().documents();
    ContentSum wanted =
        options.imports() ? Objects.requireNonNull(files).source().content() : generated();
    if (options.imports()) {
      compare(wanted, ended.imported().sum(), "imported", all);
      long inTable = options.count(session);
      if (inTable != documents) {
        all.add("Table objects has %,d documents, and %,d were imported.", inTable, documents);
      }
    }
    if (options.exports()) {
      compare(wanted, ended.exported().sum(), "exported", all);
    }
    return all;
  }

  private static void compare(ContentSum wanted, ContentSum found, String what, List<String> to) {
    if (!found.equals(wanted)) {
      to.add(Text.format("What was %s differs: %s; expected: %s.", what, found, wanted));
    }
  }

  /** Checksum of the documents that a load inserts. */
  private ContentSum generated() {
    long documents = options.layout().documents();
    return LongStream.range(0, (documents + STRIPE - 1) / STRIPE)
        .parallel()
        .mapToObj(
            stripe -> generated(stripe * STRIPE + 1, Math.min(documents, (stripe + 1) * STRIPE)))
        .reduce(ContentSum.EMPTY, ContentSum::and);
  }

  private ContentSum generated(long first, long last) {
    ObjectContent content = options.layout().content();
    Args row = options.objects().row();
    DocumentHash hash = new DocumentHash(options.layout().profile().columns());
    ContentSum sum = ContentSum.EMPTY;
    for (long key = first; key <= last; key++) {
      content.fill(row, key);
      sum = sum.with(hash.of(row, 0));
    }
    return sum;
  }

  @Override
  protected List<String> fileBound(TransferRun ended) {
    return List.of(
        super.fileBound(ended).get(0) + " Use faster storage, more files or fewer threads.");
  }

  @Override
  protected List<String> remarks(TransferRun ended) {
    Lines all = new Lines();
    if (!isWhole(ended)) {
      all.add("The run ended before all documents were moved; their checksum is unchecked.");
    }
    TransferProgress imported = ended.imported();
    if (options.imports()) {
      all.add(
          imported(ended, "documents", options.layout().format())
              + " Form of the insert: "
              + formOfInsert(ended)
              + ".");
    }
    Double slowdown = slowdown(ended);
    if (slowdown != null) {
      all.add(
          "Slowdown: the rate of the first tenth was %.2f times that of the last tenth.", slowdown);
    }
    if (ended.isIndexed()) {
      all.add(
          "Created the indexes in %.3f s; the import took %.3f s with them.",
          ended.indexSeconds(), imported.seconds() + ended.indexSeconds());
    }
    if (options.exports()) {
      String number = Text.format(" in %,d files", ended.exportedRanges());
      all.add(exported(ended, "documents", options.layout().format(), number));
    }
    if (isWhole(ended)) {
      TransferProgress last = options.exports() ? ended.exported() : imported;
      all.add("Checksum: " + last.sum() + ".");
    }
    return all;
  }

  /** Frees the readers, and deletes temporary files. */
  @Override
  public String end() {
    String failure = super.end();
    TransferFiles opened = files;
    if (opened != null) {
      opened.discard();
    }
    return failure;
  }

  @Override
  public Verification verification() {
    return new ObjectVerification(options, this::failures);
  }

  /** Inserts a share of the documents that an export reads. */
  private static final class ObjectLoader extends BatchLoader {

    private final ObjectContent content;

    /**
     * @param documents number of documents of all loaders; 0: the load only creates the table
     */
    ObjectLoader(
        TransferOptions options, long documents, boolean resumes, Session session, Slice slice)
        throws DbException {
      super(
          documents,
          options.objects().insert("load", options.loadBatch(), Op.Insert.Form.PLAIN),
          options.objects().insert("load_row", 1, Op.Insert.Form.PLAIN),
          options.objects().find("find_document"),
          resumes,
          session,
          slice);
      content = options.layout().content();
    }

    @Override
    protected void fill(long number, Args row) {
      content.fill(row, number + 1);
    }

    @Override
    protected void select(long number, Args key) {
      key.set(0, number + 1);
    }
  }
}
