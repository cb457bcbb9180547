package io.stallmark.report.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A latency distribution as a classic Prometheus histogram: counts since the start, in few buckets.
 * The counts are summed from the exact histograms of the intervals. Micrometer's own timers would
 * have to record each sample separately. Not thread-safe.
 */
final class LatencyBuckets {

  private static final double[] STEPS = {1, 1.5, 2, 3, 5, 7};
  private static final double SMALLEST = 1e-5;
  private static final int DECADES = 7;
  private static final double TEN = 10;
  private static final double SECOND = 1e9;

  /** Upper bounds in seconds, from 10 microseconds to 70 seconds, then infinity. */
  private static final double[] BOUNDS = bounds();

  private final long[] counts = new long[BOUNDS.length];
  private double sum;

  void add(Histogram nanos) {
    int bucket = 0;
    for (HistogramIterationValue value : nanos.recordedValues()) {
      long at = nanos.medianEquivalentValue(value.getValueIteratedTo());
      while (at > BOUNDS[bucket] * SECOND) {
        bucket++;
      }
      counts[bucket] += value.getCountAddedInThisIterationStep();
      sum += at / SECOND * value.getCountAddedInThisIterationStep();
    }
  }

  HistogramDataPointSnapshot snapshot(Labels labels) {
    return HistogramDataPointSnapshot.builder()
        .labels(labels)
        .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, counts))
        .sum(sum)
        .build();
  }

  private static double[] bounds() {
    double[] bounds = new double[DECADES * STEPS.length + 1];
    double decade = SMALLEST;
    for (int i = 0; i < bounds.length - 1; i++) {
      double exact = decade * STEPS[i % STEPS.length];
      // rounded, so that the bound is 0.00015 and not 0.00015000000000000001
      bounds[i] = Math.round(exact * SECOND) / SECOND;
      decade *= i % STEPS.length == STEPS.length - 1 ? TEN : 1;
    }
    bounds[bounds.length - 1] = Double.POSITIVE_INFINITY;
    return bounds;
  }
}
