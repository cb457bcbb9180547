package io.stallmark.engine;

import io.stallmark.engine.arrival.Arrivals;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.ErrorCounts;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.replay.Replayer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Loop of one client of a replay. Nothing is retried, because the trace has what the application
 * retried. An operation whose connection is lost has failed; the next one connects again.
 */
final class ReplayLoop implements ClientThreads.Loop {

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);

  private final RunPlan plan;
  private final Clock clock;
  private final RunControl control;
  private final ClientLoop.RoleClients role;
  private final ClientRecorder recorder;
  private final ErrorCounts errors;
  private final Replayer replayer;
  private final int read; // kinds of statement
  private final int write;
  private boolean succeeded;
  private long lostSince; // when the first attempt failed to connect; 0: the last one did not
  private long pause;

  ReplayLoop(
      RunPlan plan,
      Clock clock,
      RunControl control,
      ClientLoop.RoleClients role,
      ClientRecorder recorder,
      ErrorCounts errors,
      OperationKinds kinds,
      Replayer replayer) {
    this.plan = plan;
    this.clock = clock;
    this.control = control;
    this.role = role;
    this.recorder = recorder;
    this.errors = errors;
    this.replayer = replayer;
    read = kinds.number(OperationKinds.READ);
    write = kinds.number(OperationKinds.WRITE);
  }

  @Override
  public int role() {
    return role.index();
  }

  @Override
  public void run(Arrivals arrivals) {
    try {
      while (!control.startsNothing() && step(arrivals)) {}
    } finally {
      close();
    }
  }

  /** Runs the next operation. Returns false if there is none or the run ends. */
  private boolean step(Arrivals arrivals) {
    long due = replayer.next();
    if (due == Replayer.OVER) {
      control.finish();
      return false;
    }
    long intended = due == Replayer.AT_ONCE ? clock.now() : control.origin() - plan.warmup() + due;
    if (arrivals.take(intended) == Arrivals.OVER) {
      if (!arrivals.usedUp()) {
        if (plan.duration() == 0) {
          return false; // another client still has the last event
        }
        arrivals.await(control.origin() + plan.duration());
      }
      control.complete();
      return false;
    }
    arrivals.await(intended);
    replayer.waitForOrder();
    if (control.startsNothing()) {
      return false;
    }
    long start = Math.max(intended, clock.now());
    arrivals.started(intended);
    recorder.start(intended, start);
    execute(intended, start);
    return true;
  }

  private void execute(long intended, long start) {
    int kind = replayer.writes() ? write : read;
    try {
      replayer.execute(intended);
      long end = clock.now();
      recorder.statement(kind, Ending.SUCCESS, start, end, replayer.rows());
      recorder.success(0, start, end);
      connected();
      if (!succeeded) {
        succeeded = true;
        control.succeeded();
      }
    } catch (DbException e) {
      long end = clock.now();
      if (recorder.recording()) {
        errors.count(
            e.kind().name().toLowerCase(Locale.ROOT), e.code(), String.valueOf(e.getMessage()));
      }
      recorder.statement(kind, Ending.FAILURE, start, end, 0);
      recorder.failure(0, start, end);
      control.failed(e);
      if (e.kind() == Kind.CONNECTION) {
        disconnected(e, end);
      } else {
        connected();
      }
    }
  }

  private void connected() {
    if (lostSince != 0) {
      lostSince = 0;
      control.reconnected();
    }
  }

  /**
   * Pauses before the next attempt to connect; ends the run if there were attempts for too long.
   */
  private void disconnected(DbException failure, long now) {
    if (lostSince == 0) {
      lostSince = now;
      pause = FIRST_PAUSE;
    } else if (now - lostSince >= plan.limits().reconnect()) {
      control.lost(failure);
      return;
    }
    clock.sleepUntil(now + pause);
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
  }

  @Override
  public void close() {
    replayer.close();
  }
}
