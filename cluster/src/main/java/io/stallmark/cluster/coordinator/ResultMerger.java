package io.stallmark.cluster.coordinator;

import io.stallmark.cluster.protocol.Done;
import io.stallmark.cluster.protocol.Failure;
import io.stallmark.cluster.protocol.IntervalReport.Ended;
import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.arrival.ArrivalCount;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RolePlan;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.MergedRecorder;
import io.stallmark.record.OperationSeries;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Adds the results of all agents to that of the run.
 *
 * @param agents agents that have ended or are lost
 * @param arrivals arrivals of each role until the end of the last interval that is counted
 * @param recorder the merged series of the run
 */
record ResultMerger(
    SharedPlan shared,
    List<AgentRun> agents,
    List<ArrivalCount> arrivals,
    MergedRecorder recorder) {

  private static final int DIGITS = 3;

  /** Returns the result of a run in which all agents stayed to the end. */
  RunResult complete(boolean interrupted) throws IOException {
    long elapsed = results().mapToLong(Done::elapsed).max().orElse(0);
    return result(this::complete, elapsed, interrupted, "");
  }

  /**
   * Returns the result of a run that has lost an agent. Its figures are of the intervals before,
   * except errors, reconnects and lateness: agents report these for the whole run only.
   *
   * @param sentence what happened
   */
  RunResult degraded(String sentence, boolean interrupted) throws IOException {
    return result(this::counted, recorder.countedEnd(), interrupted, sentence);
  }

  private RunResult result(
      IntFunction<RoleResult> role, long elapsed, boolean interrupted, String degraded)
      throws IOException {
    return new RunResult(
        recorder.kinds(),
        recorder.totals(),
        IntStream.range(0, shared.plan().roles().size()).mapToObj(role).toList(),
        elapsed,
        results().mapToLong(Done::reconnects).sum(),
        lateness(),
        errors(),
        aborted(),
        interrupted,
        degraded,
        "");
  }

  private Stream<Done> results() {
    return agents.stream().map(AgentRun::done).filter(Objects::nonNull).map(Done.class::cast);
  }

  private RoleResult complete(int role) {
    List<RoleResult> all = agents.stream().map(agent -> known(agent, role)).toList();
    return role(
        role,
        sum(all, RoleResult::scheduled),
        sum(all, RoleResult::started),
        sum(all, RoleResult::succeeded),
        sum(all, RoleResult::failed),
        sum(all, RoleResult::inFlight),
        sum(all, RoleResult::neverStarted));
  }

  private static long sum(List<RoleResult> all, ToLongFunction<RoleResult> figure) {
    return all.stream().mapToLong(figure).sum();
  }

  /** What is known of an agent's part of a role: if it failed, what had ended in its intervals. */
  private RoleResult known(AgentRun agent, int role) {
    Done done = agent.done();
    if (done != null) {
      return done.roles().get(role);
    }
    Ended known = agent.ended(role);
    long ended = known.succeeded() + known.failed();
    return role(role, ended, ended, known.succeeded(), known.failed(), 0, 0);
  }

  /**
   * Transactions that had ended, and arrivals that were due and not started. Transactions in flight
   * at that time are in neither number: there are as many as clients if arrivals had to wait.
   */
  private RoleResult counted(int role) {
    long succeeded = agents.stream().mapToLong(agent -> agent.counted(role).succeeded()).sum();
    long failed = agents.stream().mapToLong(agent -> agent.counted(role).failed()).sum();
    long ended = succeeded + failed;
    int clients = shared.plan().roles().get(role).threads();
    long neverStarted = Math.max(0, arrivals.get(role).due() - ended - clients);
    return role(role, ended + neverStarted, ended, succeeded, failed, 0, neverStarted);
  }

  private RoleResult role(
      int role,
      long scheduled,
      long started,
      long succeeded,
      long failed,
      long inFlight,
      long neverStarted) {
    RolePlan plan = shared.plan().roles().get(role);
    return new RoleResult(
        plan.name(),
        plan.threads(),
        plan.pacing() instanceof Pacing.OpenLoop,
        shared.units().get(role),
        scheduled,
        started,
        succeeded,
        failed,
        inFlight,
        neverStarted);
  }

  private Histogram lateness() throws IOException {
    Histogram all = new Histogram(OperationSeries.LONGEST, DIGITS);
    for (Done done : results().toList()) {
      Histogram own = done.timerLateness();
      if (own.getTotalCount() > 0) {
        all.add(own);
      }
    }
    return all;
  }

  private List<ErrorClass> errors() {
    Map<List<String>, ErrorClass> classes = new LinkedHashMap<>();
    results()
        .flatMap(done -> done.errors().stream())
        .forEach(
            each ->
                classes.merge(
                    List.of(each.kind(), each.code()),
                    each,
                    (one, other) ->
                        new ErrorClass(
                            one.kind(),
                            one.code(),
                            one.count() + other.count(),
                            one.retries() + other.retries(),
                            one.example())));
    return classes.values().stream()
        .sorted(Comparator.comparingLong(ErrorClass::count).reversed())
        .toList();
  }

  private @Nullable DbException aborted() {
    for (AgentRun agent : agents) {
      Failure why = agent.aborted();
      if (why != null) {
        return why.at(agent.name());
      }
    }
    return null;
  }
}
