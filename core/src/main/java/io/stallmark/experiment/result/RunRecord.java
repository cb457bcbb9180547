package io.stallmark.experiment.result;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.result.RunDocument;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The state of a planned run.
 *
 * @param run the attempt that counts; null: there is none
 */
public record RunRecord(@Nullable StoredRun run) {

  private static final double MILLISECONDS = 1000;

  /** Directory of the attempt; null: there is none. */
  public @Nullable Path directory() {
    return run == null ? null : run.directory();
  }

  /** State as {@code run.json} has it; empty: there is no attempt. */
  public String state() {
    return run == null ? "" : run.document().state().word();
  }

  /** A sentence about the state. */
  public String reason() {
    @Nullable String reason = run == null ? null : run.document().reason();
    return reason == null ? "" : reason;
  }

  /** Whether the run need not be repeated. */
  public boolean completed() {
    return run != null && run.completed();
  }

  /** Whether it completed, and is not to be trusted. */
  boolean untrusted() {
    return run != null && run.completed() && run.untrusted();
  }

  /** Time from its start to its end, load included; empty: it has not ended. */
  public OptionalDouble seconds() {
    @Nullable RunDocument document = run == null ? null : run.document();
    @Nullable Instant start = document == null ? null : document.startedAt();
    @Nullable Instant end = document == null ? null : document.endedAt();
    return start == null || end == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Duration.between(start, end).toMillis() / MILLISECONDS);
  }

  /** Value of a metric; NaN: not completed, or not reported. */
  double value(RunMetric metric) {
    return run == null || !run.completed() ? Double.NaN : metric.of(run.measured());
  }
}
