package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.file.BatchFeed;
import io.stallmark.transfer.file.FileDirectory;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What the clients of one run share. Thread-safe. */
final class TransferRun {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

  private final TransferOptions options;
  private final TransferFiles files;
  private final Op.Insert insert;
  private final TransferProgress progress;
  private final Map<Integer, RawBatch> batches = new HashMap<>(); // by client, guarded by this
  private @Nullable BatchFeed feed;
  private @Nullable KeyRanges ranges;
  private @Nullable BadInput failure;
  private int clients;

  /**
   * @param insert the insert of a batch, in a form that the database accepts
   */
  TransferRun(TransferOptions options, TransferFiles files, Op.Insert insert) {
    this.options = options;
    this.files = files;
    this.insert = insert;
    progress = new TransferProgress(options.layout().documents());
  }

  /** Adds a client, and starts to read the files with the first one. */
  synchronized void join(int index, int count) {
    clients = count;
    lose(index); // the batch of a client whose connection was lost
    if (options.imports() && feed == null) {
      feed = new BatchFeed(files.source(), options.batch(), options.batchBytes(), count);
      feed.start();
    }
    if (ranges == null) {
      ranges =
          KeyRanges.of(options.layout().documents(), options.layout().profile().meanBytes(), count);
    }
  }

  /** Counts the batch of a client as failed, if it still has one. */
  synchronized void lose(int client) {
    RawBatch left = batches.remove(client);
    if (left != null) {
      progress.failed(left.documents());
    }
  }

  /** Takes the next batch to import; null: there are no more. */
  @Nullable RawBatch take(int client, BooleanSupplier ended) {
    BatchFeed from = feed();
    progress.taking();
    RawBatch batch = from.take(ended);
    if (batch == null) {
      progress.tookNone();
    } else {
      synchronized (this) {
        batches.put(client, batch);
      }
    }
    return batch;
  }

  private synchronized BatchFeed feed() {
    return Objects.requireNonNull(feed);
  }

  /** Reports that a client has imported its batch. */
  void imported(int client, RawBatch batch, ContentSum sum) {
    progress.imported(sum, batch.length());
    synchronized (this) {
      batches.remove(client);
    }
    feed().recycle(batch);
  }

  /** Waits until the batches of all clients are imported; false: the run ends before. */
  boolean awaitImport(BooleanSupplier ended) {
    return await(progress::isSettled, ended);
  }

  /** Waits until a client has created the indexes; false: the run ends before. */
  boolean awaitIndexes(BooleanSupplier ended) {
    return await(progress::isIndexed, ended);
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

  Op.Insert insert() {
    return insert;
  }

  synchronized KeyRanges ranges() {
    return Objects.requireNonNull(ranges);
  }

  /** Reports an exported range. The last one completes the directory. */
  void exported(ContentSum range) throws BadInput {
    if (progress.exported(range) == ranges().count()) {
      exportDirectory().complete();
    }
  }

  FileDirectory exportDirectory() {
    return files.target();
  }

  /** Ends the run with a failure; the first one is kept. */
  DbException fail(BadInput cause) {
    BatchFeed from;
    synchronized (this) {
      failure = failure == null ? cause : failure;
      from = feed;
    }
    if (from != null) {
      from.fail(cause);
    }
    return new DbException(
        DbException.Kind.FATAL, "FILE", String.valueOf(cause.getMessage()), cause);
  }

  /** First failure of a file; null: none. */
  synchronized @Nullable BadInput failure() {
    return failure != null ? failure : feed == null ? null : feed.failure();
  }

  /** Frees the readers when the run has ended. */
  synchronized void stop() {
    if (feed != null) {
      feed.stop();
    }
  }

  TransferProgress progress() {
    return progress;
  }

  synchronized int clients() {
    return clients;
  }

  synchronized long readersWaited() {
    return feed == null ? 0 : feed.readersWaited();
  }

  synchronized long workersWaited() {
    return feed == null ? 0 : feed.workersWaited();
  }
}
