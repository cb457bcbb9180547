package io.stallmark.tables.lease;

import io.stallmark.engine.StopFlag;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.tables.lease.LoadMark.Ownership;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lease of another process on a load, under which loaders of this process write. It looks at the
 * mark every few seconds. While the owner does not renew its lease, nothing is written, so that the
 * loaders of this process have ended their work when another process takes over. Thread-safe.
 */
public final class FollowedLease {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

  private final LoadMark mark;
  private final long owner;
  private final long between;
  private final StopFlag stop;
  private volatile long looked;
  private long renewals = -1;

  /**
   * @param owner number of the other process, see {@link LoadLease#owner}
   * @param stop ends the wait for a renewal
   */
  public FollowedLease(LoadMark mark, long owner, LoadLease.Pace pace, StopFlag stop) {
    this.mark = mark;
    this.owner = owner;
    this.stop = stop;
    // A renewal is seen at most this time late, and trusted for this time: half the patience.
    between = pace.patience().toNanos() / 4;
    looked = System.nanoTime() - between;
  }

  /** Returns a session that sends statements only while the other process has the lease. */
  public Session guard(Session session) {
    return new GuardedSession(session, this::check);
  }

  private void check() throws DbException {
    if (isDue()) {
      look();
    }
  }

  private boolean isDue() {
    return System.nanoTime() - looked >= between;
  }

  private synchronized void look() throws DbException {
    while (isDue()) {
      long now = System.nanoTime();
      Ownership seen = mark.ownership().orElseThrow(LoadLease::takenOver);
      if (seen.owner() != owner) {
        throw LoadLease.takenOver();
      }
      if (seen.renewals() != renewals) {
        renewals = seen.renewals();
        looked = now;
        return;
      }
      if (stop.requested()) {
        throw new DbException(Kind.FATAL, "MARK", "The load was stopped");
      }
      LockSupport.parkNanos(PAUSE);
    }
  }
}
