package io.stallmark.transfer.existing;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.spi.workload.Slice;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import io.stallmark.transfer.format.RowParser;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Imports one batch after another: a transaction parses it and inserts it with one statement. */
final class ImportClient implements FiniteClient {

  private final ImportRun run;
  private final int index;
  private final RowParser parser;
  private final DocumentHash hash;
  private final Statement insert;
  private final Args rows;
  private final ContentSum.Builder sum = new ContentSum.Builder();

  /** Inserts a row of a batch that may have been inserted; null: no batch is repeated. */
  private final @Nullable Statement insertRow;

  private final Args row;
  private final KeyCheck keys;
  private final boolean isAtomic;
  private @Nullable RawBatch batch; // null: the transaction reports the failure of a file

  /** Checks that these rows can be sent again. */
  interface KeyCheck {

    /** Returns what is wrong with a row; empty: nothing. */
    String complaint(Args values, int row);
  }

  /**
   * @param single insert of one row; null: no batch is repeated
   */
  ImportClient(
      ImportRun run,
      RowParser parser,
      KeyCheck keys,
      Op.Insert batches,
      Op.@Nullable Insert single,
      Session session,
      Slice slice)
      throws DbException {
    this.run = run;
    this.parser = parser;
    this.keys = keys;
    index = slice.index();
    isAtomic = batches.form() == Op.Insert.Form.PLAIN;
    hash = new DocumentHash(batches.table().columns());
    insert = session.prepare(batches);
    rows = Args.of(batches);
    insertRow = single == null ? null : session.prepare(single);
    row = Args.of(single == null ? batches : single);
    run.join(index, slice.count());
  }

  @Override
  public boolean hasNext(BooleanSupplier ended) {
    run.settle(index); // of a transaction that failed
    batch = run.take(index, ended);
    return batch != null || run.reports();
  }

  @Override
  public void transaction() throws DbException {
    RawBatch current = batch;
    if (current == null) {
      throw ExistingTableScenario.failed(Objects.requireNonNull(run.failure()));
    }
    ImportJournal journal = run.journal();
    try {
      parser.parse(current, rows);
      sum.clear();
      for (int i = 0; i < current.documents(); i++) {
        sum.add(hash.of(rows, i));
      }
      long present = 0;
      if (journal != null || current.isRepeated()) {
        checkKeys(current);
      }
      if (journal == null) {
        present = insert(current);
      } else {
        present = insert(current, journal);
      }
      run.progress().imported(sum.sum(), current.length(), present);
      run.imported(index, current);
    } catch (BadInput e) {
      throw run.fail(e);
    }
  }

  /** Inserts with records in the journal. Returns the number of rows that were there. */
  private long insert(RawBatch current, ImportJournal journal) throws DbException, BadInput {
    long present;
    journal.begin(current);
    try {
      present = insert(current);
    } catch (DbException e) {
      // A batch that is sent again may be there.
      if (e.kind() != DbException.Kind.CONNECTION && !current.isRepeated()) {
        journal.fail(current);
      }
      throw e;
    }
    journal.end(current);
    return present;
  }

  private void checkKeys(RawBatch current) throws BadInput {
    for (int i = 0; i < current.documents(); i++) {
      String complaint = keys.complaint(rows, i);
      if (!complaint.isEmpty()) {
        throw new BadInput(current.file() + ": " + complaint);
      }
    }
  }

  /** Inserts the rows of a batch. Returns the number of rows that were there. */
  private long insert(RawBatch current) throws DbException {
    boolean atMostOnce = !current.isRepeated();
    if (atMostOnce || isAtomic) {
      try {
        rows.expect(current.documents());
        insert.execute(rows, null);
        return 0;
      } catch (DbException e) {
        if (atMostOnce || e.kind() != DbException.Kind.DUPLICATE_KEY) {
          throw e;
        }
        return present(current, e);
      }
    }
    return present(current, null);
  }

  /**
   * Inserts the rows one by one that are not there. On a SQL database, all of them are there: if
   * one is not, the others are of another origin and have the same key.
   *
   * @param duplicate failure of the whole batch; null: it may be there in part
   */
  private long present(RawBatch current, @Nullable DbException duplicate) throws DbException {
    long present = 0;
    for (int i = 0; i < current.documents(); i++) {
      try {
        row.copy(rows, i);
        Objects.requireNonNull(insertRow).execute(row, null);
        if (duplicate != null) {
          throw duplicate;
        }
      } catch (DbException e) {
        if (e.kind() != DbException.Kind.DUPLICATE_KEY || e == duplicate) {
          throw e;
        }
        present++;
      }
    }
    return present;
  }
}
