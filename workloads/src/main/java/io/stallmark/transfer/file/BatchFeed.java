package io.stallmark.transfer.file;

import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
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
  private final EarlierImport earlier;
  private final List<String> names;
  private final int mostDocuments;
  private final int mostBytes;
  private final int readers;
  private final BatchQueue queue;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicReference<@Nullable BadInput> failure = new AtomicReference<>();

  /** Creates a feed of files of which nothing was imported before. */
  public BatchFeed(DocumentSource source, int mostDocuments, int mostBytes, int workers) {
    this(source, EarlierImport.NONE, mostDocuments, mostBytes, workers);
  }

  /**
   * @param earlier batches that were imported, which are omitted, or perhaps in part
   * @param mostDocuments maximum number of documents of a batch
   * @param mostBytes maximum size of a batch with more than one document
   */
  public BatchFeed(
      DocumentSource source, EarlierImport earlier, int mostDocuments, int mostBytes, int workers) {
    this.source = source;
    this.earlier = earlier;
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

  /** Number of threads that read. */
  public int readers() {
    return readers;
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
    try (InputStream in = source.input(name)) {
      BatchReader reader =
          new BatchReader(name, in, source.format(), source.mayEndOpen(), queue::buffer)
              .fromLine(source.firstLine());
      long document = 0;
      for (RawBatch batch = next(reader, name, document);
          batch != null && failure.get() == null;
          batch = next(reader, name, document)) {
        long first = document;
        document += batch.documents();
        if (earlier.isDone(name, first)) {
          queue.recycle(batch);
        } else if (!queue.put(batch)) {
          return;
        }
      }
    } catch (IOException e) {
      throw e.getCause() instanceof BadInput bad ? bad : BatchReader.failed(name, e);
    }
  }

  /** Reads a batch: one of the earlier import again, or documents up to the next one of those. */
  private @Nullable RawBatch next(BatchReader reader, String name, long document)
      throws IOException, BadInput {
    int begun = earlier.length(name, document);
    if (begun > 0) {
      RawBatch again = reader.next(document, begun, Integer.MAX_VALUE);
      if (again != null && earlier.isUncertain(name, document)) {
        again.repeat();
      }
      return again;
    }
    long before = earlier.next(name, document) - document;
    return reader.next(document, (int) Math.min(mostDocuments, before), mostBytes);
  }

  /**
   * Takes the next batch; waits for one while there is none.
   *
   * @param ended whether waiting is pointless
   * @return null: there are no more batches, or waiting is pointless, or {@link #failure}
   */
  public @Nullable RawBatch take(BooleanSupplier ended) {
    return queue.take(ended);
  }

  /** Gives back a batch that is not needed any more. */
  public void recycle(RawBatch batch) {
    queue.recycle(batch);
  }

  /** Ends the reading; the first failure is kept. */
  public void fail(BadInput cause) {
    failure.compareAndSet(null, cause);
    queue.stop();
  }

  /** Ends the reading without a failure. */
  public void stop() {
    queue.stop();
  }

  public @Nullable BadInput failure() {
    return failure.get();
  }

  /** Time that readers waited for workers, all readers together, nanoseconds. */
  public long readersWaited() {
    return queue.readersWaited();
  }

  /** Time that workers waited for readers, all workers together, nanoseconds. */
  public long workersWaited() {
    return queue.workersWaited();
  }
}
