package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Whether the load generator kept up, so that the results describe the database.
 *
 * @param trusted whether the run is trusted; null: not judged, because the run was too short
 * @param reasons reasons why the run is not trusted, whole sentences
 * @param cautions remarks for the reader of a trusted run too, whole sentences
 * @param cause name of the reason that caused most of the judged intervals that are flagged; null:
 *     none is flagged
 * @param intervals number of whole intervals
 * @param flaggedIntervals number of intervals in which the generator was the bottleneck
 * @param judgedFromSeconds start of the judged time; earlier intervals are not judged
 * @param judgedFlaggedPercent percentage of the judged time in which the generator was the
 *     bottleneck
 * @param processors number of processors that the generator may use
 * @param worst highest value of any interval, by the metric's name in {@code run.json}
 */
public record TrustSummary(
    @JsonInclude @Nullable Boolean trusted,
    @JsonSerialize(contentUsing = RedactedText.class) List<String> reasons,
    @JsonSerialize(contentUsing = RedactedText.class) List<String> cautions,
    @Nullable String cause,
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
   * Limits by which a run was judged.
   *
   * @param flaggedPercent maximum percentage of the judged time in which the generator may be the
   *     bottleneck
   * @param neverStartedPercent maximum percentage of arrivals that may never start
   * @param reasons limit of each reason for which an interval is flagged, by the reason's name
   */
  public record TrustLimits(
      double flaggedPercent, double neverStartedPercent, Map<String, ReasonLimit> reasons) {}

  /**
   * Limit of a reason: a percentage or a number per second.
   *
   * @param judgedIntervals number of judged intervals that reached the limit
   * @param worst worst value of these intervals, in the limit's unit; null: none reached it, or an
   *     older file
   */
  public record ReasonLimit(
      @Nullable Double percent,
      @Nullable Double perSecond,
      long judgedIntervals,
      @Nullable Double worst) {}

  public TrustSummary {
    reasons = AbsentValue.empty(reasons);
    cautions = AbsentValue.empty(cautions);
    worst = AbsentValue.empty(worst);
    limits = limits == null ? new TrustLimits(0, 0, Map.of()) : limits;
  }

  /** Whether the run was judged and the generator did not keep up. */
  public boolean doubted() {
    return Boolean.FALSE.equals(trusted);
  }
}
