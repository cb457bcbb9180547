package io.stallmark.tables;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.Stop;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Says in a load's mark, again and again, that this program is at work on the load: a number that
 * grows, and below 0 when a program has let go of it. Who finds the same number for some seconds
 * takes the load over; by the clock of his own, for the number alone counts. A program that was
 * only held up finds that out at its next beat. Thread-safe.
 *
 * <p>No lock of the server's would do on every database, and none is as easily seen.
 */
final class Heartbeat implements AutoCloseable {

  /** Who takes over leaves more numbers out than the former one may have tried to say meanwhile. */
  private static final long STRIDE = 1L << 20;

  /**
   * @param beat between two of them
   * @param patience as long as somebody else waits for the next one
   */
  record Pace(Duration beat, Duration patience) {
    static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(10));
  }

  /** The connection that says it, and what it executes. */
  private record Line(Session session, Statement change) {
    static Line of(Database database) throws DbException {
      Session session = database.session();
      try {
        return new Line(session, session.prepare(LoadMark.CHANGE));
      } catch (DbException e) {
        session.close();
        throw e;
      }
    }
  }

  private final Database database;
  private final Pace pace;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread = new Thread(this::beat, "heartbeat of the load");
  private @Nullable Line line;
  private long said;
  private long tried;
  private volatile long confirmed = System.nanoTime();
  private volatile boolean lost;
  private boolean completed;

  /** Has its connection before the load takes its own. */
  private Heartbeat(Database database, Pace pace, long said) throws DbException {
    this.database = database;
    this.pace = pace;
    this.said = said;
    tried = said;
    line = Line.of(database);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Of the load that this program has just marked.
   *
   * @param first what the mark says
   */
  static Heartbeat begin(Database database, Pace pace, long first) throws DbException {
    return new Heartbeat(database, pace, first);
  }

  /**
   * Takes over from a program that is at work no more.
   *
   * @throws RunFailure when it is
   * @throws InterruptedException when the user ends the waiting
   */
  static Heartbeat takeOver(
      Database database, LoadMark mark, Pace pace, Stop stop, Progress progress)
      throws DbException, RunFailure, InterruptedException {
    long seen = number(mark.beat());
    if (seen > 0) {
      progress.begin(
          "Waiting up to %d s for a sign of the program that began this load"
              .formatted(pace.patience.toSeconds()),
          0);
      try {
        watch(mark, seen, pace, stop);
      } finally {
        progress.end();
      }
    }
    long own = Math.abs(seen) + STRIDE;
    try (Session session = database.session()) {
      if (!change(session.prepare(LoadMark.CHANGE), seen, seen, own)) {
        throw refusal();
      }
    }
    return new Heartbeat(database, pace, own);
  }

  private static void watch(LoadMark mark, long seen, Pace pace, Stop stop)
      throws DbException, RunFailure, InterruptedException {
    long until = System.nanoTime() + pace.patience.toNanos();
    while (System.nanoTime() < until) {
      TimeUnit.NANOSECONDS.sleep(pace.beat.toNanos() / 4);
      if (stop.requested()) {
        throw new InterruptedException("Interrupted. " + TableLoad.GOES_ON);
      }
      if (number(mark.beat()) != seen) {
        throw refusal();
      }
    }
  }

  private static long number(OptionalLong beat) throws RunFailure {
    return beat.orElseThrow(
        () ->
            new RunFailure(
                "Another program has just ended this load, or dropped it. Give the same command"
                    + " again."));
  }

  static RunFailure refusal() {
    return new RunFailure(
        "Another program is loading into this database now. Wait until it has ended, or end it and"
            + " give the same command again.");
  }

  /** Says a number in place of one of a range; false: the mark has another. */
  private static boolean change(Statement change, long low, long high, long next)
      throws DbException {
    Args args = Args.of(LoadMark.CHANGE).set(0, next).set(1, low).set(2, high);
    return change.execute(args, null) > 0;
  }

  private void beat() {
    try {
      while (!lost && !end.await(pace.beat.toNanos(), TimeUnit.NANOSECONDS)) {
        try {
          say();
        } catch (DbException e) {
          // The load itself will find that the database is gone; else the next beat may come in.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // by whoever ends the program
    }
  }

  private synchronized void say() throws DbException {
    long now = System.nanoTime();
    try {
      Line open = line == null ? Line.of(database) : line;
      line = open;
      tried++; // whether an earlier one came in may be unknown
      lost |= !change(open.change, said, tried - 1, tried);
      said = tried;
      confirmed = now;
    } catch (DbException e) {
      hangUp();
      throw e;
    }
  }

  private void hangUp() {
    if (line != null) {
      line.session.close();
      line = null;
    }
  }

  /**
   * Before a statement of the load. Beats itself where the last one is so long ago that somebody
   * else may have been waiting: this program may have been held up, its heart with it.
   *
   * @throws DbException FATAL when another program has taken over; any other when the database does
   *     not take the beat
   */
  void check() throws DbException {
    if (!lost && System.nanoTime() - confirmed > pace.patience.toNanos() / 2) {
      say();
    }
    if (lost) {
      throw new DbException(
          DbException.Kind.FATAL,
          "MARK",
          "Another program goes on with this load, or has dropped it: this one had given no sign of"
              + " itself for some time",
          null);
    }
  }

  /** The load is complete: the mark can go. */
  void complete(LoadMark mark) throws DbException {
    end();
    check();
    mark.remove();
    completed = true;
  }

  private void end() {
    end.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets go of a load that is not complete: somebody else need not wait. Never throws. */
  @Override
  public void close() {
    end();
    letGo();
  }

  private synchronized void letGo() {
    try {
      if (!completed && !lost) {
        Line open = line == null ? Line.of(database) : line;
        line = open;
        change(open.change, said, tried, -tried);
      }
    } catch (DbException e) {
      // Then he waits.
    } finally {
      hangUp();
    }
  }
}
