package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.agent.AgentWork;
import io.stallmark.cluster.protocol.AgentAssignment;
import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.StartSignal;
import io.stallmark.engine.arrival.Clock;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.run.RunHandle;
import io.stallmark.run.SharedRun;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The load of one client without a database: times are drawn, and no time passes. */
final class SyntheticWork implements AgentWork {

  static final long MS = 1_000_000L;
  static final long SECOND = 1000 * MS;
  static final List<Kind> KINDS =
      List.of(
          new Kind(Kind.TRANSACTION, Kind.Category.TRANSACTION),
          new Kind("point_select", Kind.Category.READ));

  static final Predicate<RunHandle> AT_ONCE = handle -> true;
  static final Predicate<RunHandle> WHEN_STOPPED = RunHandle::isStopped;

  private final AgentAssignment assignment;
  private final RunHandle handle;
  private final Load load;
  private final Clock clock;

  /**
   * What an agent does.
   *
   * @param intervals number of intervals with transactions
   * @param over whether the run may then end
   * @param bound whether its generator is the bottleneck
   * @param failure error with which it ends; null: none
   * @param kinds names of its operations
   * @param connecting what it does before it is ready
   * @param closing what it does when it closes the database
   */
  record Load(
      int intervals,
      Predicate<RunHandle> over,
      boolean bound,
      @Nullable DbException failure,
      List<String> kinds,
      Connecting connecting,
      Runnable closing) {

    static Load of(int intervals, Predicate<RunHandle> over) {
      List<String> kinds = KINDS.stream().map(Kind::name).toList();
      return new Load(intervals, over, false, null, kinds, signal -> {}, () -> {});
    }

    Load thatIsBound() {
      return new Load(intervals, over, true, failure, kinds, connecting, closing);
    }

    Load with(DbException error) {
      return new Load(intervals, over, bound, error, kinds, connecting, closing);
    }

    Load with(List<String> names) {
      return new Load(intervals, over, bound, failure, names, connecting, closing);
    }

    Load connecting(Connecting what) {
      return new Load(intervals, over, bound, failure, kinds, what, closing);
    }

    Load closing(Runnable what) {
      return new Load(intervals, over, bound, failure, kinds, connecting, what);
    }
  }

  /** What an agent does before it is ready. */
  @FunctionalInterface
  interface Connecting {
    void run(StartSignal signal) throws DbException, InterruptedException;
  }

  SyntheticWork(AgentAssignment assignment, RunHandle handle, Load load, Clock clock) {
    this.assignment = assignment;
    this.handle = handle;
    this.load = load;
    this.clock = clock;
  }

  static SharedPlan plan(int threads) {
    return plan(threads, new Pacing.ClosedLoop());
  }

  static SharedPlan plan(int threads, Pacing pacing) {
    return plan(threads, pacing, StartSignal.AT_ONCE);
  }

  static SharedPlan plan(int threads, Pacing pacing, StartSignal signal) {
    return new SharedPlan(
        new RunPlan(
            List.of(RolePlan.only(threads, pacing)),
            0,
            0,
            0,
            1,
            SECOND,
            new RunPlan.Limits(0, 0, RunPlan.DEFAULT_PATIENCE),
            List.of(),
            RunPlan.Connect.ONCE),
        "{}",
        null,
        "s3cret",
        signal.clients(),
        KINDS,
        List.of(ProgressUnit.TRANSACTIONS),
        "");
  }

  @Override
  public String hash() {
    return assignment.hash();
  }

  @Override
  public List<String> kinds() {
    return load.kinds();
  }

  @Override
  public String files() {
    return "";
  }

  @Override
  public int roles() {
    return 1;
  }

  /** Response times of the client of an agent, the same in every interval. */
  static long[] responses(int agent) {
    return new Random(agent).longs(100, MS / 10, 9 * MS).toArray();
  }

  @Override
  public RunResult run(StartSignal signal, SharedRun.Listener listener)
      throws DbException, IOException, InterruptedException {
    load.connecting.run(signal);
    signal.begin(clock);
    RunRecorder recorder =
        new RunRecorder(
            KINDS,
            1,
            SECOND,
            interval ->
                listener.interval(
                    interval,
                    new GeneratorHealth(
                        interval.start(),
                        interval.end(),
                        Map.of(
                            HealthMetric.OWN_CPU,
                            10.0 * assignment.index(),
                            HealthMetric.MISSED_ARRIVALS,
                            2.0),
                        load.bound ? Set.of(HealthMetric.OWN_CPU) : Set.of())));
    recorder.begin(0);
    ClientRecorder client = recorder.client(0);
    long now = 0;
    for (int i = 0; i < load.intervals; i++) {
      now = i * SECOND;
      for (long response : responses(assignment.index())) {
        client.start(now, now);
        client.statement(1, Ending.SUCCESS, now, now + response, 1);
        client.success(0, now, now + response);
        now += response;
      }
      recorder.tick((i + 1) * SECOND + 20 * MS);
    }
    while (!load.over.test(handle)) {
      LockSupport.parkNanos(MS);
    }
    recorder.finish(load.intervals * SECOND);
    long count = 100L * load.intervals;
    return new RunResult(
        KINDS,
        recorder.totals(),
        List.of(
            new RoleResult(
                "client", 1, false, ProgressUnit.TRANSACTIONS, count, count, count, 0, 0, 0)),
        load.intervals * SECOND,
        1,
        new Histogram(1),
        List.of(),
        load.failure,
        handle.isStopped(),
        "",
        "");
  }

  @Override
  public List<Tally> tallies() {
    return List.of(Tally.of(Map.of("agent", (long) assignment.index())));
  }

  @Override
  public void close() {
    load.closing.run();
  }
}
