package io.stallmark.analysis.stall;

import io.stallmark.analysis.counters.CounterMoves;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.HealthTimes;
import io.stallmark.record.Interval;
import io.stallmark.record.ProgressSlot;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.CounterChange;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.StallFindings.StallThresholds;
import io.stallmark.text.Text;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Detects stalls and dips during a run, interval by interval. Adds which of the server's counters
 * moved during a stall. Used by one thread.
 */
public final class StallWatch {

  /** Receives stalls and dips during the run. */
  public interface Listener {

    /** Ignores them. */
    Listener NONE =
        new Listener() {
          @Override
          public void stall(StallSummary stall) {}

          @Override
          public void dip(DipSummary dip) {}
        };

    /** Called when everything about a stall is known; in order. */
    void stall(StallSummary stall) throws IOException;

    /** Called when a dip is over or has become the usual rate; in order. */
    void dip(DipSummary dip) throws IOException;
  }

  /**
   * How long a stall waits for the next reading of the counters; a server that hangs returns none.
   */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

  /** Maximum number of stalls and of dips that are kept; the others are only counted. */
  private static final int MOST = 100;

  /** Maximum number of start times that are kept to detect regular recurrence. */
  private static final int MOST_TIMES = 1000;

  private static final double SECOND = 1e9;

  private final StallRule rule;
  private final CounterMoves counters;
  private final Listener listener;
  private final List<StalledRole> roles;
  private final List<StallDetector> detectors;
  private final HealthTimes times = new HealthTimes();
  private final RateLine rates = new RateLine();
  private final Deque<Stall> unexplained = new ArrayDeque<>();
  private final List<Stall> fresh = new ArrayList<>(); // of the last interval
  private final List<StallSummary> stalls = new ArrayList<>();
  private final List<DipSummary> freshDips = new ArrayList<>(); // not yet passed to the listener
  private final List<DipSummary> dips = new ArrayList<>();
  private final Deque<Long> stallTimes = new ArrayDeque<>();
  private final Deque<Long> dipTimes = new ArrayDeque<>();
  private long stallCount;
  private long dipCount;
  private long origin;

  /**
   * @param roles roles of the run, in their order
   * @param kinds names of the kinds of operation, the transaction first
   * @param moves moves of the server's counters
   */
  public StallWatch(
      StallRule rule,
      List<StalledRole> roles,
      List<String> kinds,
      CounterMoves moves,
      Listener listener) {
    this.rule = rule;
    this.roles = List.copyOf(roles);
    this.counters = moves;
    this.listener = listener;
    detectors =
        roles.stream()
            .map(role -> new StallDetector(rule, role, kinds, times, this::found, this::found))
            .toList();
  }

  /**
   * Processes an interval that has ended.
   *
   * @param health health of the load generator in it
   */
  public void interval(Interval interval, GeneratorHealth health) throws IOException {
    times.interval(health);
    origin = interval.origin();
    fresh.clear();
    interval.grid().forEach(rates::add);
    for (int role = 0; role < detectors.size(); role++) {
      for (ProgressSlot slot : interval.grid(role)) {
        detectors.get(role).slot(slot, interval.loadEnd());
      }
    }
    tellOfDips();
    explain(interval.end() - PATIENCE);
  }

  /**
   * Stalled time in a period of the run, as known so far, nanoseconds. With several roles, that of
   * the role that was stalled longest.
   */
  public long stalled(long from, long until) {
    long longest = 0;
    for (int role = 0; role < detectors.size(); role++) {
      longest = Math.max(longest, stalled(role, from, until));
    }
    return longest;
  }

  private long stalled(int role, long from, long until) {
    long since = detectors.get(role).stalledSince();
    long sum = since == Long.MAX_VALUE ? 0 : Math.max(0, until - Math.max(from, since));
    List<Stall> known = new ArrayList<>(detectors.get(role).recent());
    fresh.stream().filter(stall -> stall.role().equals(roles.get(role))).forEach(known::add);
    for (Stall stall : known) {
      sum += Math.max(0, Math.min(until, stall.end()) - Math.max(from, stall.start()));
    }
    return sum;
  }

  /** Number of stalls passed to the listener so far. */
  public long stallCount() {
    return stallCount;
  }

  /** Number of dips so far. */
  public long dipCount() {
    return dipCount;
  }

  /** Rate of the first role over the run. */
  public RateLine rates() {
    return rates;
  }

  /** Ends the detection and returns what was found. Call it once, after the run. */
  public StallFindings finish() throws IOException {
    detectors.forEach(StallDetector::finish);
    tellOfDips();
    explain(Long.MAX_VALUE);
    stalls.sort(
        Comparator.comparingDouble(StallSummary::startSeconds)); // several roles: not in order
    dips.sort(Comparator.comparingDouble(DipSummary::startSeconds));
    return new StallFindings(
        new StallThresholds(
            Text.percentOf(rule.below()), rule.shortest() / SECOND, StallRule.LEARNING / SECOND),
        stallCount,
        List.copyOf(stalls),
        dipCount,
        List.copyOf(dips),
        RecurrencePeriod.in(stallTimes, dipTimes));
  }

  private void found(Stall stall) {
    unexplained.add(stall);
    fresh.add(stall);
    rates.mark(stall);
  }

  private void found(DipSummary dip) {
    freshDips.add(dip);
    dipCount++;
    keep(Math.round(dip.startSeconds() * SECOND), dipTimes);
    dips.add(dip);
    if (dips.size() > MOST) {
      dips.remove(
          dips.stream().min(Comparator.comparingDouble(DipSummary::lengthSeconds)).orElseThrow());
    }
  }

  private void tellOfDips() throws IOException {
    for (DipSummary dip : freshDips) {
      listener.dip(dip);
    }
    freshDips.clear();
  }

  /**
   * Passes stalls to the listener when the counters cover them or the wait is over.
   *
   * @param late end of the latest stall that no longer waits
   */
  private void explain(long late) throws IOException {
    while (!unexplained.isEmpty()) {
      Stall stall = unexplained.getFirst();
      if (!counters.knows(origin + stall.end()) && stall.end() > late) {
        return;
      }
      unexplained.remove();
      List<CounterChange> moves = counters.moved(origin + stall.start(), origin + stall.end());
      StallSummary explained = stall.explained(moves, times);
      listener.stall(explained);
      keep(stall.start(), stallTimes);
      keep(explained);
    }
  }

  private void keep(StallSummary stall) {
    stallCount++;
    stalls.add(stall);
    if (stalls.size() > MOST) {
      stalls.remove(
          stalls.stream()
              .min(Comparator.comparingDouble(StallSummary::lengthSeconds))
              .orElseThrow());
    }
  }

  private static void keep(long start, Deque<Long> times) {
    times.add(start);
    if (times.size() > MOST_TIMES) {
      times.remove();
    }
  }
}
