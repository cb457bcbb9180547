package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.protocol.Done;
import io.stallmark.cluster.protocol.Failure;
import io.stallmark.cluster.protocol.IntervalReport.Ended;
import io.stallmark.cluster.protocol.IntervalReport.Head;
import io.stallmark.cluster.protocol.Message;
import io.stallmark.engine.RoleResult;
import io.stallmark.plan.Share;
import io.stallmark.record.Kind;
import io.stallmark.result.AgentInterval;
import io.stallmark.result.AgentSummary;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** An agent in one run, as the coordinator knows it. Used by one thread. */
final class AgentRun {

  private static final double SECOND = 1e9;

  private final AgentHandle handle;
  private final AgentClock clock = new AgentClock();
  private final int threads;
  private final Deque<Head> heads = new ArrayDeque<>(); // not passed on yet
  private final List<Ended> counted; // by role, in the intervals that the headline is of
  private final List<Ended> ended; // by role, in all intervals
  private final AgentFigures figures = new AgentFigures();
  private boolean ready;
  private long heard; // time of the last message before the start
  private long due; // at the end of the last interval, like the next one
  private long begun;
  private @Nullable Done done;
  private @Nullable Failure failure;
  private @Nullable Double lostAt; // seconds

  /**
   * @param count number of agents
   */
  AgentRun(AgentHandle handle, SharedPlan shared, int count) {
    this.handle = handle;
    Share share = new Share(handle.index(), count);
    threads = shared.plan().roles().stream().mapToInt(role -> share.clients(role.threads())).sum();
    int roles = shared.plan().roles().size();
    counted = new ArrayList<>(Collections.nCopies(roles, new Ended(0, 0)));
    ended = new ArrayList<>(counted);
  }

  AgentHandle handle() {
    return handle;
  }

  int index() {
    return handle.index();
  }

  String name() {
    return handle.name();
  }

  AgentClock clock() {
    return clock;
  }

  boolean isReady() {
    return ready;
  }

  /** Time of the last message before the start, on the coordinator's clock. */
  long heard() {
    return heard;
  }

  void heard(long now) {
    heard = now;
  }

  /** Checks that the agent has understood the same run. */
  void ready(Message.Ready answer, SharedPlan shared) throws DbException {
    List<String> kinds = shared.kinds().stream().map(Kind::name).toList();
    if (!answer.hash().equals(shared.hash())) {
      throw DistributedLoad.failure(
          Text.format(
              "The specification of the run differs on agent %s: its SHA-256 is %s there, and %s here",
              name(), answer.hash(), shared.hash()));
    }
    if (!answer.kinds().equals(kinds)) {
      throw DistributedLoad.failure(
          Text.format(
              "Agent %s has the operations %s instead of %s", name(), answer.kinds(), kinds));
    }
    if (!answer.files().equals(shared.files())) {
      throw DistributedLoad.failure(
          Text.format(
              "Agent %s reads %s, and the coordinator %s", name(), answer.files(), shared.files()));
    }
    ready = true;
  }

  void add(Head head) {
    heads.add(head);
    due = head.due();
    begun = head.begun();
    figures.add(head);
    for (int role = 0; role < ended.size(); role++) {
      ended.set(role, sum(ended.get(role), head.ended().get(role)));
    }
  }

  private static Ended sum(Ended one, Ended other) {
    return new Ended(one.succeeded() + other.succeeded(), one.failed() + other.failed());
  }

  /** Health in the interval that is passed on next; null: the agent has none. */
  @Nullable GeneratorHealth health(long start) {
    Head head = heads.peek();
    return head == null || head.start() != start ? null : head.health();
  }

  /**
   * Removes the interval that is passed on.
   *
   * @param counts whether the headline is of it
   * @return its figures; null: the agent has none
   */
  @Nullable AgentInterval take(long start, boolean counts) {
    Head head = heads.peek();
    if (head == null || head.start() != start) {
      return null;
    }
    heads.remove();
    for (int role = 0; counts && role < counted.size(); role++) {
      counted.set(role, sum(counted.get(role), head.ended().get(role)));
    }
    GeneratorHealth health = head.health();
    return new AgentInterval(
        index(),
        name(),
        head.start() / SECOND,
        head.end() / SECOND,
        head.succeeded(),
        head.p99(),
        health.of(HealthMetric.START_LATE_P99),
        health.of(HealthMetric.OWN_CPU),
        clock.skew(),
        String.join(" ", health.reasonNames()));
  }

  void done(Done result) {
    done = result;
  }

  void failed(Failure why) {
    failure = why;
  }

  /**
   * @param seconds end of its last interval
   */
  void lost(double seconds) {
    lostAt = seconds;
  }

  boolean isLost() {
    return lostAt != null;
  }

  /** Whether it still runs clients, as far as known. */
  boolean isRunning() {
    return done == null && failure == null && lostAt == null;
  }

  @Nullable Done done() {
    return done;
  }

  /** The error that ended its share early; null: none did. */
  @Nullable Failure aborted() {
    return failure != null ? failure : done == null ? null : done.aborted();
  }

  /** Ended transactions of a role in all intervals. */
  Ended ended(int role) {
    return ended.get(role);
  }

  /** Ended transactions of a role in the intervals that the headline is of. */
  Ended counted(int role) {
    return counted.get(role);
  }

  /** Returns what is known of the agent when the run has ended. */
  AgentSummary summary() {
    Done result = done;
    long all = ended.stream().mapToLong(each -> each.succeeded() + each.failed()).sum();
    return new AgentSummary(
        index(),
        name(),
        threads,
        handle.hello().processors(),
        figures.transactionsPerSecond(),
        result == null ? null : result.p99(),
        figures.late(),
        figures.cpu(),
        figures.flagged(),
        figures.reasons(),
        result == null ? due : sum(result, RoleResult::scheduled),
        result == null ? begun : sum(result, RoleResult::started),
        result == null
            ? ended.stream().mapToLong(Ended::succeeded).sum()
            : sum(result, RoleResult::succeeded),
        result == null
            ? ended.stream().mapToLong(Ended::failed).sum()
            : sum(result, RoleResult::failed),
        result == null ? 0 : sum(result, RoleResult::inFlight),
        result == null ? 0 : sum(result, RoleResult::neverStarted),
        result == null ? Math.max(0, due - all) : 0,
        clock.error(),
        clock.largestSkew(),
        lostAt);
  }

  private static long sum(Done result, ToLongFunction<RoleResult> figure) {
    return result.roles().stream().mapToLong(figure).sum();
  }
}
