package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.spi.workload.Slice;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.RowCopy;
import io.stallmark.transfer.file.DocumentFile;
import io.stallmark.transfer.file.FileDirectory;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import io.stallmark.transfer.format.RowParser;
import io.stallmark.transfer.format.RowShape;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Imports one batch after another, then exports one range of keys after another. A transaction
 * parses a batch and inserts it with one statement, or reads a range and writes its file.
 */
final class TransferClient implements FiniteClient {

  private final TransferRun run;
  private final int index;
  private final @Nullable Importer importer;
  private final @Nullable Exporter exporter;
  private final @Nullable Indexer indexer;
  private final int exportKind;
  private @Nullable RawBatch batch;
  private boolean indexing;
  private long range;

  TransferClient(TransferOptions options, TransferRun run, Session session, Slice slice)
      throws DbException {
    this.run = run;
    index = slice.index();
    importer = options.imports() ? new Importer(options, run.insert(), session) : null;
    exporter = options.exports() ? new Exporter(options, run, session) : null;
    indexer = options.createsIndexes() ? new Indexer(options.objects().table(), session) : null;
    exportKind = (options.imports() ? 1 : 0) + (indexer == null ? 0 : 1);
    run.join(index, slice.count());
  }

  @Override
  public boolean hasNext(BooleanSupplier ended) {
    run.lose(index); // of a transaction that failed
    batch = null;
    if (importer != null) {
      batch = run.take(index, ended);
      if (batch != null) {
        return true;
      }
    }
    if (run.failure() != null || (exporter == null && indexer == null)) {
      return false;
    }
    if (!run.awaitImport(ended)) {
      return false;
    }
    indexing = indexer != null && run.progress().startIndexes();
    if (indexing) {
      return true;
    }
    if (exporter == null || (indexer != null && !run.awaitIndexes(ended))) {
      return false;
    }
    range = run.progress().nextRange();
    return range < run.ranges().count();
  }

  @Override
  public int kind() {
    return batch != null ? 0 : indexing ? 1 : exportKind;
  }

  @Override
  public void transaction() throws DbException {
    RawBatch toImport = batch;
    try {
      if (indexing) {
        run.progress().indexed(Objects.requireNonNull(indexer).create());
      } else if (toImport == null) {
        Objects.requireNonNull(exporter).export(range);
      } else {
        ContentSum sum = Objects.requireNonNull(importer).insert(toImport);
        run.imported(index, toImport, sum);
      }
    } catch (BadInput e) {
      throw run.fail(e);
    } catch (DbException e) {
      if (toImport == null && !indexing && e.kind() != DbException.Kind.RETRY) {
        run.progress().exportFailed();
      }
      throw e;
    }
  }

  /** Creates the secondary indexes. */
  private record Indexer(Table table, Session session) {

    /**
     * Returns the duration in nanoseconds.
     *
     * @throws BadInput if the server refuses them, which ends the run
     */
    long create() throws BadInput {
      long start = System.nanoTime();
      try {
        session.createIndexes(table);
        return System.nanoTime() - start;
      } catch (DbException e) {
        throw new BadInput(
            "the indexes of table " + table.name() + " were not created: " + e.getMessage());
      }
    }
  }

  /** Parses and inserts batches. */
  private static final class Importer {

    private final RowParser parser;
    private final DocumentHash hash;
    private final Statement insert;
    private final Args rows;
    private final ContentSum.Builder sum = new ContentSum.Builder();

    Importer(TransferOptions options, Op.Insert op, Session session) throws DbException {
      var columns = options.layout().profile().columns();
      parser = options.layout().format().parser(new RowShape(columns));
      hash = new DocumentHash(columns);
      insert = session.prepare(op);
      rows = Args.of(op);
    }

    ContentSum insert(RawBatch batch) throws DbException, BadInput {
      parser.parse(batch, rows);
      sum.clear();
      for (int row = 0; row < batch.documents(); row++) {
        sum.add(hash.of(rows, row));
      }
      rows.expect(batch.documents());
      insert.execute(rows, null);
      return sum.sum();
    }
  }

  /** Reads ranges of keys and writes the file of each. */
  private static final class Exporter {

    private final TransferRun run;
    private final Statement read;
    private final Args keys;
    private final Args row;
    private final RowCopy copy;
    private final DocumentFile file;
    private final FileDirectory directory;
    private final RowSink sink = this::write;
    private @Nullable IOException failure;

    Exporter(TransferOptions options, TransferRun run, Session session) throws DbException {
      this.run = run;
      Op op = options.objects().range();
      read = session.prepare(op);
      keys = Args.of(op);
      row = options.row();
      copy = new RowCopy(options.layout().profile().columns());
      directory = run.exportDirectory();
      file = new DocumentFile(directory);
    }

    void export(long range) throws DbException, BadInput {
      KeyRanges ranges = run.ranges();
      failure = null;
      try {
        file.begin(range + 1);
        long last = ranges.last(range);
        for (long key = ranges.first(range); key <= last && failure == null; ) {
          long end = Math.min(last, key + ranges.page() - 1);
          read.execute(keys.set(0, key).set(1, end).expect(end - key + 1), sink);
          key = end + 1;
        }
        if (failure != null) {
          throw failure;
        }
        run.exported(file.end());
      } catch (IOException e) {
        throw new BadInput(FileDirectory.cause(directory.path(), e));
      } finally {
        file.abandon(); // unless it has ended
      }
    }

    private void write(Row from) throws DbException {
      if (failure != null) {
        return; // the rest of the page is of no use
      }
      copy.copy(from, row);
      try {
        file.write(row, 0);
      } catch (IOException e) {
        failure = e;
      }
    }
  }
}
