package io.stallmark.transfer.pipeline;

import io.stallmark.spi.DbException;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.file.BatchFeed;
import io.stallmark.transfer.file.ImportJournal;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What the clients of one run share. Thread-safe. */
public final class TransferRun {

  /** In place of the number of a range. */
  static final long NONE = -1;

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

  private final TransferPlan plan;
  private final TransferProgress imported;
  private final TransferProgress exported = new TransferProgress(TransferProgress.FIRST_SLOT);
  private final Map<Integer, RawBatch> batches = new HashMap<>(); // by client, guarded by this
  private final Set<Integer> interrupted = new HashSet<>(); // clients that repeat their batch
  private final Deque<Long> lostRanges = new ArrayDeque<>(); // of lost connections
  private @Nullable BatchFeed feed;
  private @Nullable KeyRanges ranges;
  private @Nullable BadInput failure;
  private boolean reported; // whether a client has failed, so that the run ends with the reason
  private int clients;
  private int taking; // clients that wait for a batch
  private boolean drained; // whether the last batch was taken
  private long present;
  private boolean indexing;
  private long indexNanos = NONE;
  private long nextRange;
  private long exportedRanges;
  private long repeated; // batches and ranges

  TransferRun(TransferPlan plan) {
    this.plan = plan;
    imported = new TransferProgress(plan.slot());
  }

  TransferPlan plan() {
    return plan;
  }

  /** Adds a client, and starts to read the files with the first one. */
  synchronized void join(int client, int count) {
    clients = count;
    TransferPlan.Import imports = plan.imports();
    RawBatch lost = batches.get(client); // with its connection
    if (lost != null && imports != null && imports.insertRow() != null) {
      lost.repeat();
      interrupted.add(client);
    } else {
      settle(client);
    }
    if (imports != null && feed == null) {
      feed =
          new BatchFeed(
              imports.files(),
              imports.journal(),
              imports.insert().rows(),
              imports.mostBytes(),
              count);
      feed.start();
    }
    TransferPlan.Export exports = plan.exports();
    if (exports != null && ranges == null) {
      ranges = exports.ranges().apply(count);
    }
  }

  /** Counts the batch of a client as failed, if it still has one that it does not repeat. */
  synchronized void settle(int client) {
    RawBatch left = interrupted.contains(client) ? null : batches.remove(client);
    if (left != null) {
      imported.failed(left.documents());
    }
  }

  /** Takes the next batch to import; null: there are no more. */
  @Nullable RawBatch take(int client, BooleanSupplier ended) {
    BatchFeed from;
    synchronized (this) {
      if (interrupted.remove(client)) {
        repeated++;
        return batches.get(client);
      }
      from = Objects.requireNonNull(feed, "join");
      taking++;
    }
    RawBatch batch = from.queue().take(ended);
    boolean stopped = batch == null && ended.getAsBoolean();
    synchronized (this) {
      taking--;
      drained |= batch == null && !stopped;
      if (batch != null) {
        imported.begin();
        batches.put(client, batch);
      }
    }
    return batch;
  }

  /**
   * Counts a batch as imported, and frees it.
   *
   * @param existing number of its rows that an earlier import had inserted
   */
  synchronized void imported(int client, RawBatch batch, ContentSum sum, long existing) {
    imported.moved(sum, batch.length());
    present += existing;
    batches.remove(client);
    Objects.requireNonNull(feed).queue().recycle(batch);
  }

  /** Waits until everything is imported. Returns whether this client creates the indexes. */
  boolean takesIndexes(BooleanSupplier ended) {
    if (plan.indexed() == null || !await(this::isImported, ended)) {
      return false;
    }
    synchronized (this) {
      boolean first = !indexing;
      indexing = true;
      return first;
    }
  }

  private synchronized boolean isImported() {
    return taking == 0 && batches.isEmpty();
  }

  /** Reports that the indexes are created. */
  synchronized void indexed(long nanos) {
    indexNanos = nanos;
  }

  /** Whether the indexes were created after the import. */
  public synchronized boolean isIndexed() {
    return indexNanos != NONE;
  }

  /** Waits until the import has ended. Returns the next range to export; {@link #NONE}: none. */
  long nextRange(BooleanSupplier ended) {
    if (plan.exports() == null
        || !await(() -> isImported() && (plan.indexed() == null || isIndexed()), ended)) {
      return NONE;
    }
    synchronized (this) {
      exported.begin();
      if (!lostRanges.isEmpty()) {
        repeated++;
        return lostRanges.remove();
      }
      return nextRange < ranges().count() ? nextRange++ : NONE;
    }
  }

  private boolean await(BooleanSupplier done, BooleanSupplier ended) {
    while (!done.getAsBoolean()) {
      if (ended.getAsBoolean() || failure() != null) {
        return false;
      }
      LockSupport.parkNanos(PAUSE);
    }
    return true;
  }

  public synchronized KeyRanges ranges() {
    return Objects.requireNonNull(ranges);
  }

  /** Gives back a range whose connection was lost, to be exported again. */
  synchronized void giveBack(long range) {
    lostRanges.add(range);
  }

  /** Counts an exported range. The last one completes the files. */
  void exported(ContentSum range, long bytes) throws BadInput {
    exported.moved(range, bytes);
    boolean all;
    synchronized (this) {
      exportedRanges++;
      all = exportedRanges == ranges().count();
    }
    if (all) {
      Objects.requireNonNull(plan.exports()).target().complete();
    }
  }

  /** Ends the run with a failure; the first one is kept. */
  synchronized DbException fail(BadInput cause) {
    if (failure() == null) {
      failure = cause;
    }
    reported = true;
    if (feed != null) {
      feed.fail(cause);
    }
    return failed();
  }

  /** Returns the failure of the run as that of a transaction. */
  DbException failed() {
    BadInput cause = Objects.requireNonNull(failure());
    return new DbException(
        DbException.Kind.FATAL, "FILE", String.valueOf(cause.getMessage()), cause);
  }

  /** Returns whether a file could not be read, which this client is the first to report. */
  synchronized boolean reports() {
    boolean first = !reported && failure() != null;
    reported |= first;
    return first;
  }

  /** First failure of a file; null: none. */
  public synchronized @Nullable BadInput failure() {
    return failure != null || feed == null ? failure : feed.failure();
  }

  /** Frees the readers and the journal. */
  synchronized void stop() {
    if (feed != null) {
      feed.queue().stop();
    }
    TransferPlan.Import imports = plan.imports();
    ImportJournal journal = imports == null ? null : imports.journal();
    if (journal != null) {
      boolean all = drained && failure() == null && imported.failures() == 0;
      journal.close(all && batches.isEmpty());
    }
  }

  /** Progress of the import. */
  public TransferProgress imported() {
    return imported;
  }

  /** Progress of the export. */
  public TransferProgress exported() {
    return exported;
  }

  /** Number of batches that were begun, and neither imported nor counted as failed. */
  public synchronized int openBatches() {
    return batches.size();
  }

  /** Whether the last batch was taken. */
  public synchronized boolean isDrained() {
    return drained;
  }

  /** Number of rows that an earlier import had inserted, without having recorded it. */
  public synchronized long present() {
    return present;
  }

  /** Duration of the creation of indexes, seconds. */
  public synchronized double indexSeconds() {
    return indexNanos / 1e9;
  }

  public synchronized long exportedRanges() {
    return exportedRanges;
  }

  /** Number of ranges whose export failed. */
  public synchronized long failedRanges() {
    return nextRange - exportedRanges - lostRanges.size();
  }

  /** Number of batches and ranges that were sent again after a lost connection. */
  synchronized long repeated() {
    return repeated;
  }

  /** Time that clients waited for readers, all clients together, seconds. */
  synchronized double clientsWaited() {
    return feed == null ? 0 : feed.queue().workersWaited() / 1e9;
  }

  /** Time that readers waited for clients, all readers together, seconds. */
  synchronized double readersWaited() {
    return feed == null ? 0 : feed.queue().readersWaited() / 1e9;
  }

  /** Share of the clients' time in which they waited for files, per cent. */
  synchronized double fileBound() {
    double all = imported.seconds() * clients;
    return all == 0 ? 0 : Math.min(100, 100 * clientsWaited() / all);
  }
}
