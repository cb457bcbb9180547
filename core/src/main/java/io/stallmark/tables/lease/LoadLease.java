package io.stallmark.tables.lease;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.tables.lease.LoadMark.Ownership;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Lease of this process on a load. A timer thread renews it in the load mark. Another process that
 * sees no renewal for some seconds by its own clock takes over the load. The former owner detects
 * that at its next renewal and sends no further statement of the load. Thread-safe.
 */
public final class LoadLease implements AutoCloseable {

  /** What the user has to know of a load that ended early. */
  public static final String RESUMES = "Loaded rows remain; the same command resumes the load.";

  private static final long ANY = -1;
  private static final String TAKEN_OVER = "MARK";

  /**
   * Timing of a lease.
   *
   * @param renewal interval between two renewals
   * @param patience time for which another process waits for a renewal before it takes over
   */
  public record Pace(Duration renewal, Duration patience) {
    public static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(10));
  }

  private final LoadMark mark;
  private final long owner;
  private final long halfPatience;
  private final Timer timer = new Timer("lease of the load", true);
  private LoadMark.@Nullable Change change;
  private volatile long renewed = System.nanoTime();
  private volatile boolean lost;
  private boolean closed;
  private boolean removing;

  /** Opens the lease's connection before the load opens its connections. */
  private LoadLease(LoadMark mark, Pace pace, long owner) throws DbException {
    this.mark = mark;
    this.owner = owner;
    halfPatience = pace.patience.toNanos() / 2;
    change = mark.change();
    long period = pace.renewal.toMillis();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            renewInTime();
          }
        },
        period,
        period);
  }

  /**
   * Starts a load.
   *
   * @throws RunFailure when another process has started a load first
   */
  public static LoadLease begin(LoadMark mark, Pace pace) throws DbException, RunFailure {
    long owner = number();
    try {
      mark.make(owner);
    } catch (DbException e) {
      if (e.kind() == Kind.DUPLICATE_KEY) {
        throw refusal();
      }
      throw e;
    }
    return new LoadLease(mark, pace, owner);
  }

  /**
   * Takes over a load from a process that no longer renews its lease.
   *
   * @param waiting receives the longest time that the call waits for that process, seconds
   * @throws RunFailure when that process still renews it
   * @throws InterruptedException when the user stops the wait
   */
  public static LoadLease takeOver(LoadMark mark, Pace pace, StopFlag stop, LongConsumer waiting)
      throws DbException, RunFailure, InterruptedException {
    Ownership seen = ownership(mark);
    if (seen.owner() != LoadMark.NOBODY) {
      waiting.accept(pace.patience.toSeconds());
      watch(mark, seen, pace, stop);
    }
    long owner = number();
    try (LoadMark.Change takeover = mark.change()) {
      if (!takeover.owner(seen.owner(), seen.renewals(), owner)) {
        throw refusal();
      }
    }
    return new LoadLease(mark, pace, owner);
  }

  private static void watch(LoadMark mark, Ownership seen, Pace pace, StopFlag stop)
      throws DbException, RunFailure, InterruptedException {
    long until = System.nanoTime() + pace.patience.toNanos();
    while (System.nanoTime() < until) {
      TimeUnit.NANOSECONDS.sleep(pace.renewal.toNanos() / 4);
      if (stop.requested()) {
        throw new InterruptedException("Interrupted. " + RESUMES);
      }
      if (!ownership(mark).equals(seen)) {
        throw refusal();
      }
    }
  }

  private static Ownership ownership(LoadMark mark) throws DbException, RunFailure {
    return mark.ownership()
        .orElseThrow(
            () ->
                new RunFailure(
                    "Another program has just ended this load, or dropped it. Give the same command"
                        + " again."));
  }

  /**
   * Returns a random owner number. A process therefore cannot mistake the mark of a later load for
   * its own mark.
   */
  private static long number() {
    return 1 + (new SecureRandom().nextLong() >>> 2);
  }

  private static RunFailure refusal() {
    return new RunFailure(
        "Another program is loading into this database now. Wait until it has ended, or end it and"
            + " give the same command again.");
  }

  private void renewInTime() {
    try {
      renew();
    } catch (DbException e) {
      // If the database is gone, the load fails itself; otherwise the next renewal may succeed.
    }
  }

  private synchronized void renew() throws DbException {
    if (closed || lost) {
      return;
    }
    long now = System.nanoTime();
    lost = !write(owner);
    renewed = now;
  }

  private boolean write(long next) throws DbException {
    try {
      LoadMark.Change open = change == null ? mark.change() : change;
      change = open;
      return open.owner(owner, ANY, next);
    } catch (DbException e) {
      disconnect();
      throw e;
    }
  }

  private void disconnect() {
    if (change != null) {
      change.close();
      change = null;
    }
  }

  /**
   * Renews the lease when half the patience has passed since the last renewal. Called before each
   * statement of the load, because the process and its timer may have been paused.
   *
   * @throws DbException FATAL when another process has taken over; other kinds when the renewal
   *     fails
   */
  private void check() throws DbException {
    if (System.nanoTime() - renewed > halfPatience) {
      renew();
    }
    if (lost) {
      throw takenOver();
    }
  }

  /** Renews the lease, for statements that no session of {@link #guard} sends. */
  public void require() throws DbException {
    renew();
    check();
  }

  /** Whether the mark was removed although the reply to {@link #complete} was lost. */
  public boolean isComplete() throws DbException {
    return removing && mark.state() == LoadMark.State.ABSENT;
  }

  /** Whether a failure says that another process has taken over. */
  public static boolean isTakenOver(DbException e) {
    return e.code().equals(TAKEN_OVER);
  }

  static DbException takenOver() {
    return new DbException(
        Kind.FATAL,
        TAKEN_OVER,
        "Another program has taken over this load, or has dropped it: this one did not renew its"
            + " lease in time");
  }

  /** Returns a session that sends statements only while this process has the lease. */
  public Session guard(Session session) {
    return new GuardedSession(session, this::check);
  }

  /** Number of this process in the mark, for those that {@link FollowedLease follow} it. */
  public long owner() {
    return owner;
  }

  /**
   * Leaves the lease to expire, because another process may still write under it. Called before
   * {@link #close}.
   */
  public synchronized void expire() {
    lost = true;
  }

  /** Removes the mark, because the load is complete. */
  public void complete() throws DbException {
    if (!removing) {
      require();
    }
    removing = true; // if the reply is lost, the mark may be gone
    mark.remove();
    timer.cancel();
    end();
  }

  private synchronized void end() {
    closed = true;
    disconnect();
  }

  /** Releases an incomplete load, so that another process need not wait. Never throws. */
  @Override
  public synchronized void close() {
    timer.cancel();
    try {
      if (!closed && !lost) {
        write(LoadMark.NOBODY);
      }
    } catch (DbException e) {
      // The next process waits until the lease expires.
    } finally {
      end();
    }
  }
}
