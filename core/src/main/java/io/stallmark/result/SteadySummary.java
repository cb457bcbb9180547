package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Time at which the run reached its steady state, and the latencies from then on.
 *
 * @param reached whether the run reached a steady state; null: not judged
 * @param of series that was judged: {@code transactions_per_second} or {@code response_time}
 * @param percentilesFromSeconds start of the first whole interval in the steady state
 * @param kinds latencies of operations that ended from then on, by the names of {@link
 *     RunSummary#kinds}
 */
public record SteadySummary(
    @JsonInclude @Nullable Boolean reached,
    String of,
    @Nullable Double resolutionSeconds,
    @Nullable Double reachedAfterSeconds,
    @Nullable Double percentilesFromSeconds,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, SteadyKind> kinds) {

  /** Number and latencies of the successes of one kind of operation. */
  public record SteadyKind(
      long count, LatencySummary serviceNanoseconds, LatencySummary responseNanoseconds) {}

  public SteadySummary {
    of = AbsentValue.empty(of);
    kinds = AbsentValue.empty(kinds);
  }
}
