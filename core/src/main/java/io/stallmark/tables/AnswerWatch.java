package io.stallmark.tables;

import io.stallmark.engine.StopFlag;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Does work on a server on daemon threads, and gives it up when the server no longer answers. Slow
 * work, such as an index, is not given up while the server opens new sessions. Used by one thread.
 */
public final class AnswerWatch {

  /** Work on a server. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T result() throws E, DbException, InterruptedException;
  }

  /** Work on a server that has no result. */
  @FunctionalInterface
  interface Task<E extends Exception> {
    void run() throws E, DbException, InterruptedException;
  }

  /** Checks between two waits for a result, and ends the wait by an exception. */
  @FunctionalInterface
  private interface Check {
    void check() throws DbException, InterruptedException;
  }

  private static final long TICK_MILLIS = 20;

  /** Time without an answer after which the watch tries to open a session, nanoseconds. */
  private static final long TRY_AFTER = TimeUnit.SECONDS.toNanos(1);

  /** Time without an answer after which the user is notified, and between two notices. */
  private static final long NOTICE = TimeUnit.SECONDS.toNanos(5);

  /** Time that a server has for an answer after the user's stop request. */
  private static final long FAREWELL = TimeUnit.MILLISECONDS.toNanos(1200);

  /** Time to close the database, which may stop an embedded server. */
  private static final long CLOSING = TimeUnit.SECONDS.toNanos(15);

  private final Database database;
  private final StopFlag stop;
  private final WorkProgress progress;
  private final long patience;
  private final LongSupplier clock;
  private volatile long answered;
  private volatile boolean trying;
  private long noticed;
  private long stopped; // 0: the user has not requested a stop
  private volatile boolean givenUp;

  /**
   * @param progress receives the progress of the work, and notices of a server that does not answer
   * @param patience how long to wait for a server that does not answer, nanoseconds
   */
  public AnswerWatch(Database database, StopFlag stop, WorkProgress progress, long patience) {
    this(database, stop, progress, patience, System::nanoTime);
  }

  /**
   * @param clock nanoseconds since any origin; read by several threads
   */
  AnswerWatch(
      Database database, StopFlag stop, WorkProgress progress, long patience, LongSupplier clock) {
    this.database = database;
    this.stop = stop;
    this.progress = progress;
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * Opens a database on a daemon thread, so that a stop request takes effect even if the server
   * accepts the connection and never answers.
   *
   * @param progress receives notices of a server that does not answer
   * @param patience how long to wait, nanoseconds
   * @throws DbException of kind CONNECTION when the server does not answer
   */
  public static Database open(
      Callable<Database> opening, StopFlag stop, WorkProgress progress, long patience)
      throws DbException, InterruptedException {
    return open(opening, stop, progress, patience, System::nanoTime);
  }

  static Database open(
      Callable<Database> opening,
      StopFlag stop,
      WorkProgress progress,
      long patience,
      LongSupplier clock)
      throws DbException, InterruptedException {
    long start = clock.getAsLong();
    AtomicLong noticed = new AtomicLong();
    return AnswerWatch.<Database, RuntimeException>await(
        opening,
        () -> {
          stop.check();
          long silence = clock.getAsLong() - start;
          if (silence >= patience) {
            throw unanswered(patience);
          }
          if (silence - noticed.get() >= NOTICE) {
            noticed.set(silence);
            progress.workSilent(TimeUnit.NANOSECONDS.toSeconds(silence));
          }
        });
  }

  StopFlag stop() {
    return stop;
  }

  /** Returns the receiver of progress. Every report counts as an answer of the server. */
  WorkProgress progress() {
    return new WorkProgress() {
      @Override
      public void workStarted(String what, long rows) {
        answered = clock.getAsLong();
        progress.workStarted(what, rows);
      }

      @Override
      public void workStarted(String what, long number, String unit) {
        answered = clock.getAsLong();
        progress.workStarted(what, number, unit);
      }

      @Override
      public void workAdvanced(long rows) {
        answered = clock.getAsLong();
        progress.workAdvanced(rows);
      }

      @Override
      public void workFound(long rows) {
        answered = clock.getAsLong();
        progress.workFound(rows);
      }

      @Override
      public void workLost(String what) {
        answered = clock.getAsLong();
        progress.workLost(what);
      }

      @Override
      public void workEnded() {
        progress.workEnded();
      }
    };
  }

  /** Sends nothing more to a server that has left transactions of the run unanswered. */
  public void giveUp() {
    givenUp = true;
  }

  /** Whether the server has left work unanswered. All further work is refused. */
  public boolean givenUp() {
    return givenUp;
  }

  /**
   * Closes the database. Waits at most 15 seconds, and not at all for a server that was given up.
   * Never throws.
   */
  public void close() {
    FutureTask<?> closing = new FutureTask<>(database::close, null);
    start(closing);
    try {
      closing.get(givenUp ? 0 : CLOSING, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // the process ends, and with it the connections
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Does the work and returns its result.
   *
   * @throws DbException of kind CONNECTION when the server does not answer
   * @throws InterruptedException when the user has requested a stop and the server does not answer;
   *     the message is for the user
   */
  public <T, E extends Exception> T run(Work<T, E> work)
      throws E, DbException, InterruptedException {
    if (givenUp) {
      throw silent("The server does not answer");
    }
    answered = clock.getAsLong();
    return AnswerWatch.<T, E>await(work::result, this::check);
  }

  /** As {@link #run}, for work that has no result. */
  <E extends Exception> void perform(Task<E> task) throws E, DbException, InterruptedException {
    this.<Task<E>, E>run(
        () -> {
          task.run();
          return task;
        });
  }

  /**
   * As {@link #perform}, for work that may take any time without the server: it ends soon after a
   * stop request, whether the server answers or not.
   *
   * @param workload may have code of the user's that does not return
   */
  <E extends Exception> void performUntilStopped(ResolvedWorkload workload, Task<E> task)
      throws E, DbException, InterruptedException {
    answered = clock.getAsLong();
    stopped = 0; // after a stop request, this work has its time too
    UnreturnedCode code = new UnreturnedCode(workload, progress);
    try {
      AnswerWatch.<Task<E>, E>await(
          () -> {
            task.run();
            return task;
          },
          () -> {
            code.check(clock.getAsLong());
            if (stop.requested()) {
              code.stop();
            }
            check();
            if (stopped != 0 && clock.getAsLong() - stopped >= FAREWELL) {
              givenUp = true;
              code.end();
              throw new InterruptedException("Interrupted.");
            }
          });
    } catch (DbException e) {
      stop.check(); // a stop request ends the wait for the server
      throw e;
    }
  }

  private void check() throws DbException, InterruptedException {
    long now = clock.getAsLong();
    if (stop.requested() && stopped == 0) {
      stopped = now;
    }
    long silence = now - answered;
    if (!trying && (silence >= TRY_AFTER || (stopped != 0 && answered - stopped < 0))) {
      tryToOpen();
    }
    if (stopped != 0 && Math.min(silence, now - stopped) >= FAREWELL) {
      givenUp = true;
      throw new InterruptedException("Interrupted; the server does not answer.");
    }
    if (silence >= patience) {
      givenUp = true;
      throw unanswered(silence);
    }
    if (silence >= NOTICE && now - Math.max(noticed, answered) >= NOTICE) {
      noticed = now;
      progress.workSilent(TimeUnit.NANOSECONDS.toSeconds(silence));
    }
  }

  private static DbException unanswered(long nanos) {
    return silent(
        Text.format(
            "The server has not answered for %d s (--patience)",
            TimeUnit.NANOSECONDS.toSeconds(nanos)));
  }

  private static DbException silent(String message) {
    return new DbException(DbException.Kind.CONNECTION, "silent", message);
  }

  private void tryToOpen() {
    trying = true;
    start(
        () -> {
          try {
            database.session().close();
            answered = clock.getAsLong();
          } catch (DbException e) {
            if (e.kind() != DbException.Kind.CONNECTION) {
              answered = clock.getAsLong(); // a refusal is an answer too
            }
          } catch (RuntimeException e) {
            // the database has been closed meanwhile
          } finally {
            trying = false;
          }
        });
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "server");
    thread.setDaemon(true); // it may wait for the server for ever
    thread.start();
  }

  @SuppressWarnings("unchecked") // of the checked exceptions, the work throws only these
  private static <T, E extends Exception> T await(Callable<T> work, Check check)
      throws E, DbException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(work);
    start(task);
    while (true) {
      try {
        return task.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        check.check();
      } catch (ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof DbException failure) {
          throw failure;
        }
        if (cause instanceof InterruptedException interrupt) {
          throw interrupt;
        }
        if (cause instanceof Error error) {
          throw error;
        }
        throw (E) cause;
      }
    }
  }

  /**
   * Reports code of the user's that does not return: after three seconds, and whenever that time
   * has doubled. Used by one thread.
   */
  public static final class UnreturnedCode {

    private static final long FIRST = TimeUnit.SECONDS.toNanos(3);

    /** Time for which the user has to wait after a stop request, at least. */
    private static final long AFTER_STOP = TimeUnit.MILLISECONDS.toNanos(300);

    private final ResolvedWorkload workload;
    private final WorkProgress progress;
    private String code = "";
    private long since;
    private long next = FIRST;

    /**
     * @param progress receives the reports
     */
    public UnreturnedCode(ResolvedWorkload workload, WorkProgress progress) {
      this.workload = workload;
      this.progress = progress;
    }

    /**
     * Reports what does not return.
     *
     * @param now nanoseconds since any origin
     */
    public void check(long now) {
      String found = workload.unreturned(FIRST);
      if (!found.equals(code)) {
        code = found;
        since = now - FIRST;
        next = FIRST;
      }
      if (!code.isEmpty() && now - since >= next) {
        progress.workUnreturned(code, TimeUnit.NANOSECONDS.toSeconds(now - since));
        next *= 2;
      }
    }

    /**
     * Ends the code after a stop request, if there is any.
     *
     * @throws InterruptedException when there was; the message is for the user
     */
    void stop() throws InterruptedException {
      if (!workload.unreturned(AFTER_STOP).isEmpty()) {
        end();
      }
    }

    /** Ends the code, and throws if there was any. */
    void end() throws InterruptedException {
      String ended = workload.endUnreturned();
      if (!ended.isEmpty()) {
        throw new InterruptedException("Interrupted: " + ended + ".");
      }
    }
  }
}
