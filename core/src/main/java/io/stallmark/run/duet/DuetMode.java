package io.stallmark.run.duet;

import io.stallmark.analysis.duet.DuetSlices;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.Text;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * How the sides of a duet share the time.
 *
 * @param reason why, to follow "because"
 */
public record DuetMode(Mode mode, String reason) {

  private static final double SECOND = 1e9;

  /** Length of an interval of sides in turns unless the user gives another; nanoseconds. */
  public static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);

  /** Length of the measurement of sides in turns unless the user gives another; nanoseconds. */
  public static final long DURATION = TimeUnit.SECONDS.toNanos(120);

  /** The ways to share it. */
  public enum Mode {
    TOGETHER,
    ALTERNATING
  }

  /**
   * Returns the mode of sides for which the user has not chosen one.
   *
   * @param changing whether statements change a setting of a server for each side
   * @param competing whether clients of a closed loop share a machine with a server: its scheduler
   *     gives each client the same time, so that both sides have nearly the same rate
   */
  public static DuetMode suiting(boolean changing, boolean competing) {
    if (changing) {
      return new DuetMode(Mode.ALTERNATING, "a server has one setting at a time");
    }
    return competing
        ? new DuetMode(Mode.ALTERNATING, "a server is on this machine")
        : new DuetMode(Mode.TOGETHER, "they have different databases");
  }

  /** Returns its name as the user writes it. */
  public String word() {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  public boolean inTurns() {
    return mode == Mode.ALTERNATING;
  }

  /** Returns what the mode is and why, to follow its name. */
  public String why() {
    return (inTurns() ? "in turns" : "at the same time") + ", because " + reason;
  }

  /** Returns the time of a pair: of an interval of both sides, or of a slice of each. */
  private long pair(RunPlan plan) {
    return inTurns() ? 2 * DuetSlices.INTERVALS * plan.interval() : plan.interval();
  }

  /**
   * Checks that a side measures long enough.
   *
   * @param pairs least number of pairs of intervals or slices
   * @param purpose what needs them, to follow "for"
   * @param dashes what precedes the name of an option
   * @throws SpecException if not
   */
  public void checkLength(RunPlan plan, int pairs, String purpose, String dashes)
      throws SpecException {
    long least = pairs * pair(plan);
    SpecOption.check(
        dashes + "seconds",
        plan.duration() >= least,
        Text.format(
            "at least %d times %sinterval, which is %s s, for %s%s",
            least / plan.interval(),
            dashes,
            Text.plain(least / SECOND),
            purpose,
            inTurns() ? "; the sides take turns, because " + reason : ""));
  }

  /**
   * Returns the number of turns of each side; 0: they have the same time.
   *
   * @throws SpecException if the load has no turns
   */
  public long turns(RunPlan plan) throws SpecException {
    if (!inTurns()) {
      return 0;
    }
    if (!hasTurns(plan)) {
      throw new SpecException(
          "Phases, schedules of rates and replays cannot take turns; choose the mode 'together'");
    }
    return plan.duration() / pair(plan);
  }

  /** Whether a load can take turns: it does not depend on the time, which stands between them. */
  public static boolean hasTurns(RunPlan plan) {
    return plan.phases().isEmpty()
        && plan.roles().stream().allMatch(role -> isConstant(role.pacing()));
  }

  private static boolean isConstant(Pacing pacing) {
    return pacing instanceof Pacing.OpenLoop open
        ? open.rates().isConstant()
        : pacing instanceof Pacing.ClosedLoop;
  }
}
