package io.stallmark.transfer.existing;

import io.stallmark.spi.DbException;
import io.stallmark.transfer.file.BatchFeed;
import io.stallmark.transfer.file.DocumentSource;
import io.stallmark.transfer.file.EarlierImport;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What the clients of one import share. Thread-safe. */
final class ImportRun {

  private final DocumentSource files;
  private final @Nullable ImportJournal journal;
  private final int mostDocuments;
  private final int mostBytes;
  private final boolean repeats;
  private final ImportProgress progress = new ImportProgress();
  private final Map<Integer, RawBatch> batches = new HashMap<>(); // by client, guarded by this
  private final Set<Integer> interrupted = new HashSet<>(); // clients that repeat their batch
  private long resent; // batches
  private @Nullable BatchFeed feed;
  private int clients;
  private boolean reported; // whether a client has failed, so that the run ends with the reason
  private boolean drained; // whether the last batch was taken

  /**
   * @param journal null: the import cannot be resumed
   * @param mostDocuments maximum number of documents of a batch
   * @param mostBytes maximum size of a batch with more than one document
   * @param repeats whether a batch whose connection was lost can be sent again
   */
  ImportRun(
      DocumentSource files,
      @Nullable ImportJournal journal,
      int mostDocuments,
      int mostBytes,
      boolean repeats) {
    this.files = files;
    this.journal = journal;
    this.mostDocuments = mostDocuments;
    this.mostBytes = mostBytes;
    this.repeats = repeats;
  }

  /** Adds a client, and starts to read the files with the first one. */
  synchronized void join(int client, int count) {
    clients = count;
    RawBatch lost = batches.get(client); // with its connection
    if (lost != null && repeats) {
      lost.repeat();
      interrupted.add(client);
    } else {
      settle(client);
    }
    if (feed == null) {
      EarlierImport earlier = journal == null ? EarlierImport.NONE : journal;
      feed = new BatchFeed(files, earlier, mostDocuments, mostBytes, count);
      feed.start();
    }
  }

  /** Counts the batch of a client as failed, if it still has one that it does not repeat. */
  synchronized void settle(int client) {
    if (interrupted.contains(client)) {
      return;
    }
    RawBatch left = batches.remove(client);
    if (left != null) {
      progress.failed(left.documents());
    }
  }

  /** Takes the next batch to import; null: there are no more. */
  @Nullable RawBatch take(int client, BooleanSupplier ended) {
    synchronized (this) {
      if (interrupted.remove(client)) {
        resent++;
        return batches.get(client);
      }
    }
    RawBatch batch = feed().take(ended);
    if (batch == null) {
      boolean stopped = ended.getAsBoolean();
      synchronized (this) {
        drained |= !stopped;
      }
      return null;
    }
    progress.began();
    synchronized (this) {
      batches.put(client, batch);
    }
    return batch;
  }

  private synchronized BatchFeed feed() {
    return Objects.requireNonNull(feed, "join");
  }

  /** Frees a batch that is imported. */
  void imported(int client, RawBatch batch) {
    synchronized (this) {
      batches.remove(client);
    }
    feed().recycle(batch);
  }

  /** Ends the run with a failure; the first one is kept. */
  DbException fail(BadInput cause) {
    feed().fail(cause);
    reports();
    return ExistingTableScenario.failed(cause);
  }

  /** Returns whether a file could not be read, which this client is the first to report. */
  synchronized boolean reports() {
    boolean first = !reported && failure() != null;
    reported |= first;
    return first;
  }

  /** Frees the readers and the journal. */
  synchronized void stop() {
    if (feed != null) {
      feed.stop();
    }
    if (journal != null) {
      boolean all = drained && failure() == null && progress.failedBatches() == 0;
      journal.close(all && batches.isEmpty());
    }
  }

  /** Number of batches that were sent again after a lost connection. */
  synchronized long repeated() {
    return resent;
  }

  /** Number of batches that were begun, and neither imported nor counted as failed. */
  synchronized int open() {
    return batches.size();
  }

  @Nullable ImportJournal journal() {
    return journal;
  }

  ImportProgress progress() {
    return progress;
  }

  /** Whether the last batch was taken. */
  synchronized boolean isDrained() {
    return drained;
  }

  /** First failure of a file; null: none. */
  synchronized @Nullable BadInput failure() {
    return feed == null ? null : feed.failure();
  }

  /** Time that clients waited for readers, all clients together, nanoseconds. */
  synchronized long clientsWaited() {
    return feed == null ? 0 : feed.workersWaited();
  }

  /** Time that readers waited for clients, all readers together, nanoseconds. */
  synchronized long readersWaited() {
    return feed == null ? 0 : feed.readersWaited();
  }

  /** Share of the clients' time in which they waited for files, 0 to 1. */
  synchronized double fileBound() {
    double all = (double) progress.nanos() * clients;
    return all == 0 ? 0 : Math.min(1, clientsWaited() / all);
  }
}
