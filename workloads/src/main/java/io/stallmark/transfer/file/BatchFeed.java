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
 * Reads all files of a directory, with a thread for each file and at most as many as there are
 * workers, and hands their documents to the workers in batches. Thread-safe.
 */
public final class BatchFeed {

  /** Maximum number of batches in the queue for each worker. */
  private static final int BATCHES = 4;

  /** Maximum size of all batches in the queue, bytes. */
  private static final long MOST_BYTES = 256L << 20;

  private final FileDirectory directory;
  private final List<String> names;
  private final int mostDocuments;
  private final int mostBytes;
  private final int readers;
  private final BatchQueue queue;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicReference<@Nullable BadInput> failure = new AtomicReference<>();

  /**
   * @param directory an open directory
   * @param mostDocuments maximum number of documents of a batch
   * @param mostBytes maximum size of a batch with more than one document
   */
  public BatchFeed(FileDirectory directory, int mostDocuments, int mostBytes, int workers) {
    this.directory = directory;
    this.mostDocuments = mostDocuments;
    this.mostBytes = mostBytes;
    names = directory.names();
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
      if (reading.decrementAndGet() == 0) {
        queue.close();
      }
    } catch (BadInput e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(new BadInput("the reading of files was interrupted"));
    } catch (RuntimeException | Error e) {
      fail(new BadInput("the files could not be read: " + e));
      throw e;
    }
  }

  private void read(String name) throws BadInput, InterruptedException {
    boolean lines = directory.layout().format().hasLines();
    try (InputStream in = directory.input(name)) {
      BatchReader reader =
          new BatchReader(name, in, lines, mostDocuments, mostBytes, queue::buffer);
      for (RawBatch batch = reader.next(); batch != null; batch = reader.next()) {
        if (!queue.put(batch)) {
          return;
        }
      }
    } catch (IOException e) {
      throw BatchReader.failed(name, e);
    }
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
