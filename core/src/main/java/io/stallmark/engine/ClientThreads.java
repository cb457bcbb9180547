package io.stallmark.engine;

import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Client threads of a run. All clients connect before the first one starts. */
final class ClientThreads {

  /** Creates a client by its index, on that client's thread. */
  interface ClientFactory {
    Loop create(int index) throws DbException;
  }

  /** Work of one client. */
  interface Loop {

    /** Index of the client's role. */
    int role();

    /** Runs transactions until there are no more or the run ends, then closes the client. */
    void run(Arrivals arrivals);

    /** Closes a client that has not run. */
    void close();
  }

  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(20);

  private final StartSignal signal;
  private final ClientFactory factory;
  private final Clock clock;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch ready;
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch done;
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable List<Arrivals>> arrivals = new AtomicReference<>();

  /**
   * @param signal has the prefix of the names of the threads; told when clients are connected and
   *     when they start
   */
  ClientThreads(int size, StartSignal signal, ClientFactory factory, Clock clock) {
    this.signal = signal;
    this.factory = factory;
    this.clock = clock;
    ready = new CountDownLatch(size);
    done = new CountDownLatch(size);
    for (int i = 0; i < size; i++) {
      int index = i;
      Thread thread = new Thread(() -> work(index), signal.clients() + index);
      thread.setDaemon(true); // a client that waits for the server must not keep the JVM alive
      threads.add(thread);
    }
  }

  /**
   * Creates all clients.
   *
   * @param patience how long to wait for the next client, nanoseconds
   * @throws DbException the first failure; the other clients are closed. Of kind CONNECTION when
   *     the server does not answer
   * @throws InterruptedException when the user has requested a stop; clients that still wait for
   *     the server close when it answers
   */
  void connect(StopFlag stop, long patience) throws DbException, InterruptedException {
    threads.forEach(Thread::start);
    try {
      await(ready, stop, patience, signal);
      if (failure.get() != null) {
        go.countDown();
        await(done, stop, patience, StartSignal.AT_ONCE);
        rethrow();
      }
    } catch (InterruptedException | DbException e) {
      cancel();
      throw e;
    }
  }

  /** Closes all clients, which have not started. Does not wait for them. */
  void cancel() {
    go.countDown();
    release();
  }

  /**
   * Waits for a latch and checks the stop flag. A server that accepts a connection and does not
   * answer must not prevent the user from stopping the program.
   */
  private void await(CountDownLatch latch, StopFlag stop, long patience, StartSignal told)
      throws DbException, InterruptedException {
    long left = latch.getCount();
    long since = clock.now();
    while (!latch.await(TICK, TimeUnit.NANOSECONDS)) {
      stop.check();
      if (latch.getCount() < left) {
        left = latch.getCount();
        since = clock.now();
        told.connecting();
      } else if (clock.now() - since >= patience) {
        throw new DbException(
            DbException.Kind.CONNECTION,
            Measurement.SILENT,
            Text.format(
                "The server has not answered for %d s (--patience)",
                TimeUnit.NANOSECONDS.toSeconds(patience)));
      }
    }
  }

  /**
   * Starts all clients.
   *
   * @param byRole arrivals of each role, in the order of the roles
   */
  void start(List<Arrivals> byRole) {
    arrivals.set(List.copyOf(byRole));
    go.countDown();
  }

  /**
   * Waits until all clients have ended, at most {@code nanos} nanoseconds. Returns whether they
   * have ended.
   */
  boolean await(long nanos) throws InterruptedException {
    return done.await(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Ends the threads of clients that have ended. Until then the system reports their processor and
   * waiting times.
   */
  void release() {
    released.countDown();
  }

  /** Number of clients that have not ended. */
  long busy() {
    return done.getCount();
  }

  /**
   * Throws the first failure of a client, if there is one. A failure other than a {@link
   * DbException} is a defect and must not be ignored.
   */
  void rethrow() throws DbException {
    Throwable cause = failure.get();
    if (cause instanceof DbException e) {
      throw e;
    }
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
  }

  private @Nullable Loop create(int index) {
    try {
      return failure.get() == null ? factory.create(index) : null;
    } catch (DbException | RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      return null;
    } finally {
      ready.countDown();
    }
  }

  private void work(int index) {
    try {
      runClient(index);
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void runClient(int index) throws InterruptedException {
    try {
      Loop loop = create(index);
      go.await();
      List<Arrivals> byRole = arrivals.get();
      if (loop != null && byRole != null) {
        signal.starting(index, threads.size());
        loop.run(byRole.get(loop.role()));
      } else if (loop != null) {
        loop.close();
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    } finally {
      done.countDown();
    }
  }
}
