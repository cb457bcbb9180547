package io.stallmark.analysis;

import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.record.Interval;
import io.stallmark.record.ProgressSlot;
import io.stallmark.result.ServiceLevelSummary;
import io.stallmark.spi.workload.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether the roles with a service level keep their arrival rates, in the whole run and in
 * any 10 s of it. Used by one thread.
 */
public final class ServiceLevelWatch {

  /** Least percentage of the run's arrivals that must complete. */
  public static final double LEAST = 99;

  /** Least percentage of the arrivals of any 10 s that must complete in them. */
  public static final double LEAST_OF_WINDOW = 95;

  private static final double PERCENT = 100;
  private static final double SECOND = 1e9;
  private static final int WINDOW_SLOTS = 100; // 10 s
  private static final long BURST = 1_000_000_000; // nanoseconds from one to the next

  private final List<Level> levels = new ArrayList<>();

  /**
   * @param roles roles of the run, in the order of the plan
   */
  public ServiceLevelWatch(RunPlan plan, List<Role> roles) {
    for (int i = 0; i < roles.size(); i++) {
      Role.ServiceLevel required = roles.get(i).level();
      if (required != null && plan.roles().get(i).pacing() instanceof Pacing.OpenLoop pacing) {
        levels.add(new Level(i, required, pacing, plan.roles().get(i).threads()));
      }
    }
  }

  /** Processes an interval that has ended. */
  public void interval(Interval interval) {
    for (Level level : levels) {
      for (ProgressSlot slot : interval.grid(level.role)) {
        if (slot.end() <= interval.loadEnd()) {
          level.slot(slot.end(), slot.completions());
        }
      }
    }
  }

  /** Processes the completions of the first role with a service level in a slot. */
  void slot(long end, long completions) {
    levels.get(0).slot(end, completions);
  }

  /** Returns the results after the run, in the order of the roles. */
  public List<ServiceLevelSummary> results(RunResult result) {
    return levels.stream().map(level -> level.result(result.roles().get(level.role))).toList();
  }

  /** Completions of one role in the last 10 s, and the lowest share of any 10 s. */
  private static final class Level {

    private final int role;
    private final Role.ServiceLevel required;
    private final Pacing.OpenLoop pacing;
    private final int threads;
    private final Deque<Long> window = new ArrayDeque<>();
    private long completions;
    private double lowest = Double.POSITIVE_INFINITY;
    private double lowestArrivals;
    private long lowestCompletions;
    private long lowestFrom;

    Level(int role, Role.ServiceLevel required, Pacing.OpenLoop pacing, int threads) {
      this.role = role;
      this.required = required;
      this.pacing = pacing;
      this.threads = threads;
    }

    void slot(long end, long count) {
      window.add(count);
      completions += count;
      if (window.size() > WINDOW_SLOTS) {
        completions -= window.remove();
      }
      if (window.size() < WINDOW_SLOTS
          || pacing.distribution() == Pacing.Distribution.POISSON // its arrivals vary by chance
          || (pacing.distribution() == Pacing.Distribution.BURST && end % BURST != 0)) {
        return;
      }
      long from = end - WINDOW_SLOTS * ProgressSlot.LENGTH;
      double arrivals = pacing.rates().arrivals(end) - pacing.rates().arrivals(from);
      double share = arrivals == 0 ? 1 : completions / arrivals;
      if (share < lowest) {
        lowest = share;
        lowestArrivals = arrivals;
        lowestCompletions = completions;
        lowestFrom = from;
      }
    }

    ServiceLevelSummary result(RoleResult of) {
      boolean judged = Double.isFinite(lowest);
      boolean met =
          enough(of.succeeded(), (double) of.scheduled(), LEAST)
              && (!judged || enough(lowestCompletions, lowestArrivals, LEAST_OF_WINDOW));
      return new ServiceLevelSummary(
          of.name(),
          required.noun(),
          pacing.rates().highest() * required.rows(),
          of.scheduled() == 0 ? PERCENT : PERCENT * of.succeeded() / of.scheduled(),
          judged ? (@Nullable Double) (PERCENT * lowest) : null,
          judged ? (@Nullable Double) (lowestFrom / SECOND) : null,
          met);
    }

    /** Whether enough arrivals completed. One per client may be under way at the end. */
    private boolean enough(long completed, double arrivals, double percent) {
      return completed + threads >= percent / PERCENT * arrivals;
    }
  }
}
