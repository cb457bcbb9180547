package io.stallmark.analysis.trust;

import java.util.ArrayList;
import java.util.List;

/**
 * Periods in which the generator, not the database, was the bottleneck. Used for stalls and dips,
 * which may overlap several intervals. Merges adjacent periods. Not thread-safe.
 */
public final class HealthTimes {

  private record Span(long start, long end, boolean disturbed) {}

  private final List<Span> spans = new ArrayList<>();

  /** Adds an interval, which begins at the end of the last one. */
  public void interval(GeneratorHealth health) {
    if (!health.bound()) {
      return;
    }
    Span next = new Span(health.start(), health.end(), health.disturbed());
    int last = spans.size() - 1;
    Span before = last < 0 ? null : spans.get(last);
    if (before != null && before.end == next.start && before.disturbed == next.disturbed) {
      spans.set(last, new Span(before.start, next.end, next.disturbed));
    } else {
      spans.add(next);
    }
  }

  /**
   * Whether the generator was the bottleneck in any part of a period whose intervals are all known.
   */
  public boolean bound(long start, long length) {
    return spans.stream().anyMatch(span -> span.start < start + length && start < span.end);
  }

  /** Whether others used the processors in any part of such a period. */
  public boolean disturbed(long start, long length) {
    return spans.stream()
        .anyMatch(span -> span.disturbed && span.start < start + length && start < span.end);
  }
}
