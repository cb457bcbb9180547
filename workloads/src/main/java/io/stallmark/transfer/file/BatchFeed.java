package io.stallmark.transfer.file;

import io.stallmark.transfer.file.ImportJournal.Batch;
import io.stallmark.transfer.file.ImportJournal.State;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads all files of a source, with a thread for each file and at most as many as there are
 * workers, and hands their documents to the workers in batches. Thread-safe.
 */
public final class BatchFeed {

  /** Maximum size of a document in a file, bytes: that of a BSON document. */
  public static final int LARGEST = BatchReader.LARGEST;

  /** Maximum number of batches in the queue for each worker. */
  private static final int BATCHES = 4;

  /** Maximum size of all batches in the queue, bytes. */
  private static final long MOST_BYTES = 256L << 20;

  private final DocumentSource source;
  private final @Nullable ImportJournal journal;
  private final List<String> names;
  private final int mostDocuments;
  private final int mostBytes;
  private final int readers;
  private final BatchQueue queue;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicReference<@Nullable BadInput> failure = new AtomicReference<>();

  /**
   * @param journal batches of an earlier import; null: there was none
   * @param mostDocuments maximum number of documents of a batch
   * @param mostBytes maximum size of a batch with more than one document
   */
  public BatchFeed(
      DocumentSource source,
      @Nullable ImportJournal journal,
      int mostDocuments,
      int mostBytes,
      int workers) {
    this.source = source;
    this.journal = journal;
    this.mostDocuments = mostDocuments;
    this.mostBytes = mostBytes;
    names = source.names();
    readers = Math.min(names.size(), workers);
    queue = new BatchQueue(BATCHES * workers, MOST_BYTES);
  }

  /** Starts to read. */
  public void start() {
    reading.set(readers);
    for (int i = 0; i < readers; i++) {
      Thread thread = new Thread(this::read, "reader " + i);
      thread.setDaemon(true);
      thread.start();
    }
    if (readers == 0) {
      queue.close();
    }
  }

  private void read() {
    try {
      for (int i = next.getAndIncrement();
          i < names.size() && failure.get() == null;
          i = next.getAndIncrement()) {
        read(names.get(i));
      }
    } catch (BadInput e) {
      failure.compareAndSet(null, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.compareAndSet(null, new BadInput("the reading of files was interrupted"));
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, new BadInput("the files could not be read: " + e));
      throw e;
    } finally {
      // After a failure too: the workers import what was read before it.
      if (reading.decrementAndGet() == 0) {
        queue.close();
      }
    }
  }

  private void read(String name) throws BadInput, InterruptedException {
    NavigableMap<Long, Batch> earlier =
        journal == null ? Collections.emptyNavigableMap() : journal.of(name);
    try (InputStream in = source.input(name)) {
      BatchReader reader =
          new BatchReader(name, in, source.format(), source.mayEndOpen(), queue::buffer)
              .fromLine(source.firstLine());
      boolean wanted = true;
      for (long document = 0; wanted && failure.get() == null; ) {
        Batch begun = earlier.get(document);
        RawBatch batch = next(reader, document, begun, earlier.higherKey(document));
        if (batch == null) {
          return;
        }
        document += batch.documents();
        if (journal != null && begun != null && begun.state() == State.DONE) {
          journal.omit(batch);
          queue.recycle(batch);
        } else {
          wanted = queue.put(batch);
        }
      }
    } catch (IOException e) {
      throw e.getCause() instanceof BadInput bad ? bad : BatchReader.failed(name, e);
    }
  }

  /**
   * Reads a batch: one of the earlier import again, or documents up to the next one of those.
   *
   * @param begun batch of the earlier import that begins here; null: none
   * @param end where the next one of those begins; null: there is none
   */
  private @Nullable RawBatch next(
      BatchReader reader, long document, @Nullable Batch begun, @Nullable Long end)
      throws IOException, BadInput {
    if (begun == null) {
      long before = end == null ? mostDocuments : end - document;
      return reader.next(document, (int) Math.min(mostDocuments, before), mostBytes);
    }
    RawBatch again = reader.next(document, begun.documents(), Integer.MAX_VALUE);
    if (again != null && begun.state() == State.BEGUN) {
      again.repeat();
    }
    return again;
  }

  /** The batches that were read. It is closed at the end of the files, and after a failure. */
  public BatchQueue queue() {
    return queue;
  }

  /** Ends the reading; the first failure is kept. */
  public void fail(BadInput cause) {
    failure.compareAndSet(null, cause);
    queue.stop();
  }

  public @Nullable BadInput failure() {
    return failure.get();
  }
}
