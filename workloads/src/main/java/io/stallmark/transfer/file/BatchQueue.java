package io.stallmark.transfer.file;

import io.stallmark.transfer.format.RawBatch;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A queue of batches, bounded by their number and size. Thread-safe. */
public final class BatchQueue {

  private static final long TICK_MILLIS = 20;

  private final int mostBatches;
  private final long mostBytes;
  private final ArrayDeque<RawBatch> batches = new ArrayDeque<>();
  private final ArrayDeque<byte[]> buffers = new ArrayDeque<>();
  private long bytes;
  private long mostSeen;
  private boolean closed;
  private boolean stopped;
  private long readersWaited;
  private long workersWaited;

  BatchQueue(int mostBatches, long mostBytes) {
    this.mostBatches = mostBatches;
    this.mostBytes = mostBytes;
  }

  /**
   * Adds a batch; waits while the queue is full.
   *
   * @return false: the queue was stopped, and nothing more must be added
   */
  synchronized boolean put(RawBatch batch) throws InterruptedException {
    long start = System.nanoTime();
    while (!stopped && isFull(batch)) {
      wait();
    }
    readersWaited += System.nanoTime() - start;
    if (!stopped) {
      batches.add(batch);
      bytes += batch.length();
      mostSeen = Math.max(mostSeen, bytes);
      notifyAll();
    }
    return !stopped;
  }

  private boolean isFull(RawBatch more) {
    return !batches.isEmpty()
        && (batches.size() >= mostBatches || bytes + more.length() > mostBytes);
  }

  /**
   * Takes a batch; waits while the queue is empty and not closed.
   *
   * @param ended whether waiting is pointless
   * @return null: there are no more batches, or waiting is pointless
   */
  public synchronized @Nullable RawBatch take(BooleanSupplier ended) {
    long start = System.nanoTime();
    try {
      while (batches.isEmpty() && !closed && !stopped && !ended.getAsBoolean()) {
        wait(TICK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    workersWaited += System.nanoTime() - start;
    RawBatch next = batches.poll();
    if (next != null) {
      bytes -= next.length();
      notifyAll();
    }
    return next;
  }

  /** Returns a buffer of at least this size, possibly a used one. */
  synchronized byte[] buffer(int least) {
    byte[] used = buffers.poll();
    return used != null && used.length >= least ? used : new byte[least];
  }

  /** Gives the buffer of a batch back. */
  public synchronized void recycle(RawBatch batch) {
    byte[] buffer = batch.release();
    if (buffers.size() < mostBatches && buffer.length <= BatchReader.LARGEST) {
      buffers.add(buffer);
    }
  }

  /** Reports that all batches were added. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Frees everyone who waits; the batches in the queue are lost. */
  public synchronized void stop() {
    stopped = true;
    batches.clear();
    bytes = 0;
    buffers.clear();
    notifyAll();
  }

  /** Time that readers waited because the queue was full, nanoseconds. */
  public synchronized long readersWaited() {
    return readersWaited;
  }

  /** Time that workers waited because the queue was empty, nanoseconds. */
  public synchronized long workersWaited() {
    return workersWaited;
  }

  /** Largest number of bytes that were in the queue. */
  synchronized long mostSeen() {
    return mostSeen;
  }
}
