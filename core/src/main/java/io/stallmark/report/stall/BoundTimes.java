package io.stallmark.report.stall;

import io.stallmark.analysis.trust.Strain;
import java.util.ArrayList;
import java.util.List;

/**
 * When the generator, not the database, was the bottleneck: for what is found of the run across its
 * intervals. Keeps a pair of numbers for each stretch of it. Not thread-safe.
 */
public final class BoundTimes {

  private record Span(long start, long end) {}

  private final List<Span> spans = new ArrayList<>();

  /** Takes in an interval, which begins where the last one ended. */
  public void interval(Strain strain) {
    if (!strain.bound()) {
      return;
    }
    int last = spans.size() - 1;
    if (last >= 0 && spans.get(last).end() == strain.start()) {
      spans.set(last, new Span(spans.get(last).start(), strain.end()));
    } else {
      spans.add(new Span(strain.start(), strain.end()));
    }
  }

  /** Whether it was in any part of a time, of which all intervals are known. */
  public boolean during(long start, long length) {
    return spans.stream().anyMatch(span -> span.start() < start + length && start < span.end());
  }
}
