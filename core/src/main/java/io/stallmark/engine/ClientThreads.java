package io.stallmark.engine;

import io.stallmark.spi.DbException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The client threads of a run: all of them are connected before the first starts. */
final class ClientThreads {

  /** Makes the client of an index, on that client's thread. */
  interface ClientFactory {
    ClientLoop create(int index) throws DbException;
  }

  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(20);

  private final ClientFactory factory;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch ready;
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch done;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable List<Arrivals>> arrivals = new AtomicReference<>();

  ClientThreads(int size, ClientFactory factory) {
    this.factory = factory;
    ready = new CountDownLatch(size);
    done = new CountDownLatch(size);
    for (int i = 0; i < size; i++) {
      int index = i;
      Thread thread = new Thread(() -> work(index), "client-" + index);
      thread.setDaemon(true); // one that the server holds for ever must not hold the program
      threads.add(thread);
    }
  }

  /**
   * Makes all clients.
   *
   * @throws DbException the first failure; the clients made so far are closed
   * @throws InterruptedException when the user wants to end; clients that still wait for the server
   *     are closed when it answers
   */
  void connect(StopFlag stop) throws DbException, InterruptedException {
    threads.forEach(Thread::start);
    try {
      await(ready, stop);
      if (failure.get() != null) {
        go.countDown();
        await(done, stop);
        rethrow();
      }
    } catch (InterruptedException e) {
      go.countDown();
      throw e;
    }
  }

  /** A server that accepts a connection and says nothing must not keep the user from ending. */
  private static void await(CountDownLatch latch, StopFlag stop) throws InterruptedException {
    while (!latch.await(TICK, TimeUnit.NANOSECONDS)) {
      stop.check();
    }
  }

  /**
   * Starts all clients.
   *
   * @param byRole the arrivals of each role
   */
  void start(List<Arrivals> byRole) {
    arrivals.set(List.copyOf(byRole));
    go.countDown();
  }

  /** Waits for all clients to end. Returns whether they have. */
  boolean await(long nanos) throws InterruptedException {
    return done.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** How many clients have not ended. */
  long busy() {
    return done.getCount();
  }

  /** An error in a client that is no database's, a bug: never to be swallowed. */
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

  private @Nullable ClientLoop create(int index) {
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
      ClientLoop loop = create(index);
      go.await();
      List<Arrivals> byRole = arrivals.get();
      if (loop != null && byRole != null) {
        loop.run(byRole.get(loop.role()));
      } else if (loop != null) {
        loop.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    } finally {
      done.countDown();
    }
  }
}
