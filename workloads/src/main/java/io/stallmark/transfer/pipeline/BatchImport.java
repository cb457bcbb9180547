package io.stallmark.transfer.pipeline;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.file.ImportJournal;
import io.stallmark.transfer.file.ImportJournal.State;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import io.stallmark.transfer.format.RowParser;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Import of batches: parses one and inserts it with one statement. For one thread. */
final class BatchImport {

  private final TransferPlan.Import plan;
  private final RowParser parser;
  private final DocumentHash hash;
  private final PreparedOperation insert;
  private final @Nullable PreparedOperation insertRow; // null: no batch is sent again
  private final boolean isAtomic;
  private ContentSum sum = ContentSum.EMPTY;

  BatchImport(TransferPlan.Import plan, Session session) throws DbException {
    this.plan = plan;
    parser = plan.parser().get();
    hash = new DocumentHash(plan.insert().table().columns());
    insert = PreparedOperation.of(session, plan.insert());
    Op.Insert single = plan.insertRow();
    insertRow = single == null ? null : PreparedOperation.of(session, single);
    isAtomic = plan.insert().form() == Op.Insert.Form.PLAIN;
  }

  /** Imports a batch. Returns the number of its rows that were there. */
  long run(RawBatch batch) throws DbException, BadInput {
    parser.parse(batch, insert.args());
    sum = ContentSum.EMPTY;
    for (int i = 0; i < batch.documents(); i++) {
      sum = sum.with(hash.of(insert.args(), i));
    }
    ImportJournal journal = plan.journal();
    if (journal != null || batch.isRepeated()) {
      checkKeys(batch);
    }
    return journal == null ? insert(batch) : insert(batch, journal);
  }

  /** Checksum of the rows of the last batch. */
  ContentSum sum() {
    return sum;
  }

  private void checkKeys(RawBatch batch) throws BadInput {
    for (int i = 0; i < batch.documents(); i++) {
      String complaint = plan.keys().complaint(insert.args(), i);
      if (!complaint.isEmpty()) {
        throw new BadInput(batch.file() + ": " + complaint);
      }
    }
  }

  /** Inserts with records in the journal. */
  private long insert(RawBatch batch, ImportJournal journal) throws DbException, BadInput {
    long present;
    journal.record(State.BEGUN, batch);
    try {
      present = insert(batch);
    } catch (DbException e) {
      // A batch that is sent again may be there.
      if (e.kind() != DbException.Kind.CONNECTION && !batch.isRepeated()) {
        journal.record(State.FAILED, batch);
      }
      throw e;
    }
    journal.record(State.DONE, batch);
    return present;
  }

  /** Inserts the rows of a batch. Returns the number of rows that were there. */
  private long insert(RawBatch batch) throws DbException {
    boolean atMostOnce = !batch.isRepeated();
    if (!atMostOnce && !isAtomic) {
      return insertMissing(batch, null);
    }
    try {
      insert.expect(batch.documents()).execute();
      return 0;
    } catch (DbException e) {
      if (atMostOnce || e.kind() != DbException.Kind.DUPLICATE_KEY) {
        throw e;
      }
      return insertMissing(batch, e);
    }
  }

  /**
   * Inserts the rows one by one that are not there. On a SQL database, all of them are there: if
   * one is not, the others are of another origin and have the same key.
   *
   * @param duplicate failure of the whole batch; null: it may be there in part
   */
  private long insertMissing(RawBatch batch, @Nullable DbException duplicate) throws DbException {
    PreparedOperation single = Objects.requireNonNull(insertRow);
    long present = 0;
    for (int i = 0; i < batch.documents(); i++) {
      try {
        single.args().copy(insert.args(), i);
        single.execute();
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
