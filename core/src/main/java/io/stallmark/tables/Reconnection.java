package io.stallmark.tables;

import io.stallmark.engine.StopFlag;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Repeats a load or a check whose connection was lost, or which a conflict has ended, when the
 * server opens sessions again. It gives up after the timeout for which a client of a run tries to
 * reconnect. The time begins anew when rows were inserted since the last loss, so that work that
 * always fails has an end.
 *
 * @param progress receives a notice of each outage
 * @param timeout how long the work is repeated, nanoseconds; 0: it is not
 */
record Reconnection(Database database, StopFlag stop, WorkProgress progress, long timeout) {

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  /** Does work that can be repeated as it is. */
  <T, E extends Exception> T run(AnswerWatch.Work<T, E> work)
      throws E, DbException, InterruptedException {
    return run(work, work, () -> 0, () -> true);
  }

  /**
   * Does work and returns its result.
   *
   * @param again what to do after a lost connection; the statement in flight may have had effect
   * @param inserted supplies the number of rows inserted so far
   * @param repeatable tells after a failure whether the work may be repeated at all
   * @throws DbException the last failure, if it is of another kind, the time is over, or the user
   *     has requested a stop
   */
  <T, E extends Exception> T run(
      AnswerWatch.Work<T, E> first,
      AnswerWatch.Work<T, E> again,
      LongSupplier inserted,
      BooleanSupplier repeatable)
      throws E, DbException, InterruptedException {
    AnswerWatch.Work<T, E> work = first;
    long before = -1; // rows inserted before the last loss
    long giveUp = 0;
    long pause = FIRST_PAUSE;
    while (true) {
      try {
        return work.result();
      } catch (DbException e) {
        boolean isFirst = before < 0;
        if (timeout == 0 || !canBeRepeated(e, isFirst) || !repeatable.getAsBoolean()) {
          throw e;
        }
        if (isFirst || inserted.getAsLong() > before) {
          giveUp = System.nanoTime() + timeout;
          pause = FIRST_PAUSE;
          progress.workLost(
              Text.format(
                  "%s. Trying again for up to %d s (--reconnect)",
                  String.valueOf(e.getMessage()).replaceFirst("\\.$", ""),
                  TimeUnit.NANOSECONDS.toSeconds(timeout)));
        }
        before = inserted.getAsLong();
        pause = reconnect(e, giveUp, pause);
        work = again;
      }
    }
  }

  private static boolean canBeRepeated(DbException e, boolean isFirst) {
    return switch (e.kind()) {
      case CONNECTION, RETRY -> true;
      case REFUSED -> !isFirst; // the server may still count the lost connections
      case DUPLICATE_KEY, UNFIT, FATAL -> false;
    };
  }

  /** Waits until the server opens a session. Returns the pause before the next attempt. */
  private long reconnect(DbException lost, long giveUp, long firstPause)
      throws DbException, InterruptedException {
    DbException last = lost;
    long pause = firstPause;
    while (!stop.requested() && System.nanoTime() - giveUp < 0) {
      TimeUnit.NANOSECONDS.sleep(pause);
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
      try {
        database.session().close();
        return pause;
      } catch (DbException e) {
        last = e;
        progress.workAdvanced(0); // --patience is for a server of which nothing is heard
      }
    }
    throw last;
  }
}
