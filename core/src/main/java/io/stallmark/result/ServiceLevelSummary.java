package io.stallmark.result;

import io.stallmark.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * Whether a role kept its arrival rate.
 *
 * @param role name of the role
 * @param unit what {@code perSecond} counts: {@code inserts}
 * @param perSecond rate that arrived
 * @param heldPercent share of the arrivals of the run that completed
 * @param lowestPercent the same in the 10 s in which it was lowest; null: the run was shorter, or
 *     arrivals were random
 * @param lowestFromSeconds start of these 10 s; null: there are none
 * @param met whether both shares are large enough
 */
public record ServiceLevelSummary(
    String role,
    String unit,
    double perSecond,
    double heldPercent,
    @Nullable Double lowestPercent,
    @Nullable Double lowestFromSeconds,
    boolean met)
    implements RunDocument.Verdict {

  private static final double TENTHS = 10;

  /**
   * Returns the result in words: {@code reached 99.7 % of 1,000 inserts/s}. Shares are rounded
   * down.
   */
  public String description() {
    String whole = Text.format("reached %.1f %% of %,.0f %s/s", down(heldPercent), perSecond, unit);
    return lowestPercent == null || lowestFromSeconds == null
        ? whole
        : Text.format(
            "%s, %.1f %% in the 10 s from %.0f s on",
            whole, down(lowestPercent), lowestFromSeconds);
  }

  /** {@inheritDoc} It has the role. */
  @Override
  public String line() {
    return Text.format("Service level %s: %s %s", met ? "met" : "MISSED", role, description());
  }

  private static double down(double percent) {
    return Math.floor(percent * TENTHS) / TENTHS;
  }
}
