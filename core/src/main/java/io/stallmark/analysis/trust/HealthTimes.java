package io.stallmark.analysis.trust;

import io.stallmark.result.metric.HealthMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Periods in which the generator, not the database, was the bottleneck. Used for stalls and dips,
 * which may overlap several intervals. Merges adjacent periods. Not thread-safe.
 */
public final class HealthTimes {

  private record Span(long start, long end, HealthMetric cause) {}

  private final List<Span> spans = new ArrayList<>();

  /** Adds an interval, which begins at the end of the last one. */
  public void interval(GeneratorHealth health) {
    HealthMetric cause = health.cause();
    if (cause == null) {
      return;
    }
    Span next = new Span(health.start(), health.end(), cause);
    int last = spans.size() - 1;
    Span before = last < 0 ? null : spans.get(last);
    if (before != null && before.end == next.start && before.cause == next.cause) {
      spans.set(last, new Span(before.start, next.end, cause));
    } else {
      spans.add(next);
    }
  }

  /**
   * Whether the generator was the bottleneck in any part of a period whose intervals are all known.
   */
  public boolean bound(long start, long length) {
    return within(start, length).findAny().isPresent();
  }

  /** Returns how long it was, for one of these causes, in such a period. */
  public long bound(long start, long length, Set<HealthMetric> causes) {
    return within(start, length)
        .filter(span -> causes.contains(span.cause))
        .mapToLong(span -> Math.min(span.end, start + length) - Math.max(span.start, start))
        .sum();
  }

  private Stream<Span> within(long start, long length) {
    return spans.stream().filter(span -> span.start < start + length && start < span.end);
  }
}
