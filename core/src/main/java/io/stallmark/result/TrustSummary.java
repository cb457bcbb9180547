package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Whether the generator kept up, so that the figures are the database's.
 *
 * @param trusted null: not judged, the run was too short
 * @param reasons why not, whole sentences
 * @param cautions what a reader must know although it is trusted, whole sentences
 * @param intervals whole ones
 * @param flaggedIntervals those in which the generator was the bottleneck
 * @param judgedFromSeconds intervals before are not judged
 * @param judgedFlaggedPercent of the judged time
 * @param processors that the generator may use
 * @param worst highest figure of any interval, by the metric's name in {@code run.json}
 */
public record TrustSummary(
    @JsonInclude @Nullable Boolean trusted,
    @JsonSerialize(contentUsing = RedactedText.class) List<String> reasons,
    @JsonSerialize(contentUsing = RedactedText.class) List<String> cautions,
    long intervals,
    long flaggedIntervals,
    double judgedFromSeconds,
    long judgedIntervals,
    long judgedFlaggedIntervals,
    double judgedFlaggedPercent,
    double processors,
    Map<String, Number> worst,
    TrustLimits limits) {

  /**
   * Limits that a run was judged by.
   *
   * @param flaggedPercent most of the judged time in which the generator may be the bottleneck
   * @param neverStartedPercent most of the arrivals that may never start
   * @param reasons limit of each reason for which an interval is flagged, by its name
   */
  public record TrustLimits(
      double flaggedPercent, double neverStartedPercent, Map<String, ReasonLimit> reasons) {}

  /**
   * A limit: a percentage or a number per second.
   *
   * @param judgedIntervals those that reached it
   */
  public record ReasonLimit(
      @Nullable Double percent, @Nullable Double perSecond, long judgedIntervals) {}

  public TrustSummary {
    reasons = AbsentValue.empty(reasons);
    cautions = AbsentValue.empty(cautions);
    worst = AbsentValue.empty(worst);
    limits = limits == null ? new TrustLimits(0, 0, Map.of()) : limits;
  }

  /** Whether the run was judged, and the generator did not keep up. */
  public boolean doubted() {
    return Boolean.FALSE.equals(trusted);
  }
}
