package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When the run became steady, and the latencies from then on.
 *
 * @param reached null: not judged
 * @param of what was looked at: {@code transactions_per_second} or {@code response_time}
 * @param percentilesFromSeconds start of the first whole interval after it
 * @param kinds what ended from then on, by the names of {@link RunSummary#kinds}
 */
public record SteadySummary(
    @JsonInclude @Nullable Boolean reached,
    String of,
    @Nullable Double resolutionSeconds,
    @Nullable Double reachedAfterSeconds,
    @Nullable Double percentilesFromSeconds,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, SteadyKind> kinds) {

  /** Successes of one kind of operation. */
  public record SteadyKind(
      long count, LatencySummary serviceNanoseconds, LatencySummary responseNanoseconds) {}

  public SteadySummary {
    of = AbsentValue.empty(of);
    kinds = AbsentValue.empty(kinds);
  }
}
