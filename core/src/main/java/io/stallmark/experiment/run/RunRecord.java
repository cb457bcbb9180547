package io.stallmark.experiment.run;

import io.stallmark.analysis.compare.MetricDirection;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunState;
import io.stallmark.result.ServiceLevelSummary;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The state of a planned run.
 *
 * @param run the attempt that counts; null: there is none
 */
public record RunRecord(@Nullable StoredRun run) {

  /** Record of a run without an attempt. */
  static final RunRecord NONE = new RunRecord(null);

  private static final double MILLISECONDS = 1000;

  /** Directory of the attempt; null: there is none. */
  public @Nullable Path directory() {
    return run == null ? null : run.directory();
  }

  /** State as in {@code run.json}; empty: there is no attempt. */
  public String state() {
    return run == null ? "" : run.document().state().word();
  }

  /** A sentence about the state; empty: there is none. */
  public String reason() {
    @Nullable String reason = run == null ? null : run.document().reason();
    return reason == null ? "" : reason;
  }

  /** Whether the run is completed and need not be repeated. */
  public boolean completed() {
    return run != null && run.completed();
  }

  /**
   * Whether the run needs no repetition: it is completed, or failed only because it missed its
   * service level, which is a result.
   */
  boolean ended() {
    return completed() || missedLevel();
  }

  /** Whether the run is complete except that it missed a service level. */
  private boolean missedLevel() {
    if (run == null || run.document().state() != RunState.FAILED) {
      return false;
    }
    RunDocument.RunOutcome outcome = run.document().outcome();
    List<ServiceLevelSummary> levels = outcome.serviceLevels();
    return levels != null
        && levels.stream().anyMatch(level -> !level.met())
        && !Boolean.FALSE.equals(outcome.verified());
  }

  /** Returns a sentence with the limits that the run missed; empty: none. */
  String missedLimits() {
    return run == null ? "" : run.document().outcome().missedLimits();
  }

  /** Whether the run completed, but its result is not trustworthy. */
  boolean untrusted() {
    return run != null && run.completed() && run.untrusted();
  }

  /** Whether the completed run is trusted, {@code yes} or {@code no}; empty: not judged. */
  String trusted() {
    return run == null || !run.completed() ? "" : run.trusted();
  }

  /** Whether the tables were correct, {@code yes} or {@code no}; empty: not verified. */
  String verified() {
    return run == null ? "" : run.verified();
  }

  /**
   * Time in seconds from the start to the end of the run, including the load; empty: it has not
   * ended.
   */
  public OptionalDouble seconds() {
    @Nullable RunDocument document = run == null ? null : run.document();
    @Nullable Instant start = document == null ? null : document.startedAt();
    @Nullable Instant end = document == null ? null : document.endedAt();
    return start == null || end == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Duration.between(start, end).toMillis() / MILLISECONDS);
  }

  /** Value of a metric; NaN if the run is not completed or does not report it. */
  double value(RunMetric metric) {
    return run == null || !run.completed() ? Double.NaN : metric.of(run.measured());
  }

  /** Whether the run is completed and has too few samples for a percentile. */
  boolean lacks(RunMetric metric) {
    return run != null
        && run.completed()
        && metric.direction() == MetricDirection.TIME
        && Double.isNaN(metric.of(run.measured()));
  }
}
