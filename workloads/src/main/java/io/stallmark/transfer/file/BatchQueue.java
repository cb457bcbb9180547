package io.stallmark.transfer.file;

import io.stallmark.transfer.format.RawBatch;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A queue of batches, bounded by their number and size. Thread-safe. */
final class BatchQueue {

  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(20);

  private final int mostBatches;
  private final long mostBytes;
  private final ArrayDeque<RawBatch> batches = new ArrayDeque<>();
  private final ArrayDeque<byte[]> buffers = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition emptied = lock.newCondition();
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
  boolean put(RawBatch batch) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long start = System.nanoTime();
      while (!stopped && isFull(batch)) {
        emptied.await();
      }
      readersWaited += System.nanoTime() - start;
      if (stopped) {
        return false;
      }
      batches.add(batch);
      bytes += batch.length();
      mostSeen = Math.max(mostSeen, bytes);
      filled.signal();
      return true;
    } finally {
      lock.unlock();
    }
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
  @Nullable RawBatch take(BooleanSupplier ended) {
    lock.lock();
    try {
      long start = System.nanoTime();
      try {
        while (batches.isEmpty() && !closed && !stopped && !ended.getAsBoolean()) {
          long unused = filled.awaitNanos(TICK);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      workersWaited += System.nanoTime() - start;
      RawBatch next = stopped ? null : batches.poll();
      if (next != null) {
        bytes -= next.length();
        emptied.signal();
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** Returns a buffer of at least this size, possibly a used one. */
  byte[] buffer(int least) {
    lock.lock();
    try {
      byte[] used = buffers.poll();
      return used != null && used.length >= least ? used : new byte[least];
    } finally {
      lock.unlock();
    }
  }

  /** Gives the buffer of a batch back. */
  void recycle(RawBatch batch) {
    byte[] buffer = batch.release();
    lock.lock();
    try {
      if (buffers.size() < mostBatches && buffer.length <= BatchReader.LARGEST) {
        buffers.add(buffer);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Reports that all batches were added. */
  void close() {
    lock.lock();
    try {
      closed = true;
      filled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Frees everyone who waits; the batches in the queue are lost. */
  void stop() {
    lock.lock();
    try {
      stopped = true;
      batches.clear();
      bytes = 0;
      buffers.clear();
      filled.signalAll();
      emptied.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Time that readers waited because the queue was full, nanoseconds. */
  long readersWaited() {
    lock.lock();
    try {
      return readersWaited;
    } finally {
      lock.unlock();
    }
  }

  /** Time that workers waited because the queue was empty, nanoseconds. */
  long workersWaited() {
    lock.lock();
    try {
      return workersWaited;
    } finally {
      lock.unlock();
    }
  }

  /** Largest number of bytes that were in the queue. */
  long mostSeen() {
    lock.lock();
    try {
      return mostSeen;
    } finally {
      lock.unlock();
    }
  }
}
