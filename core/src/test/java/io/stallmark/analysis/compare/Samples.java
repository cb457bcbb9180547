package io.stallmark.analysis.compare;

import io.stallmark.analysis.compare.MetricSample.Side;
import io.stallmark.analysis.compare.RunMetric.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Samples of metrics as repeated runs give them. */
final class Samples {

  static final List<String> RESPONSES =
      Stream.of("p50", "p95", "p99", "p999", "max")
          .map(each -> "transaction.response." + each + "_ms")
          .toList();

  private static final int OTHERS = 40;

  private Samples() {}

  static RunMetric metric(String id, MetricDirection direction, Scale scale) {
    return new RunMetric(id, "transaction", id, direction, scale, run -> Double.NaN);
  }

  static MetricSample of(String id, MetricDirection direction, double[] a, double[] b) {
    return new MetricSample(metric(id, direction, Scale.RATIO), side(a), side(b));
  }

  /** Returns a side whose runs all have the same weight. */
  static Side side(double... values) {
    return new Side(
        Arrays.stream(values).boxed().toList(), Collections.nCopies(values.length, 1.0));
  }

  static MetricSample throughput(double[] a, double[] b) {
    return of(Comparison.THROUGHPUT, MetricDirection.RATE, a, b);
  }

  /**
   * Throughput, the response times and 40 other metrics of runs whose logarithms are normal; half
   * of the variance of every metric is the run's.
   *
   * @param deviation from run to run, as a share
   * @param slower 1.1: every time of the second side is 10 % longer
   */
  static List<MetricSample> simulated(int runs, double deviation, double slower, long seed) {
    Random random = new Random(seed);
    double[] ofRun = random.doubles(2L * runs).map(any -> random.nextGaussian()).toArray();
    List<String> ids = new ArrayList<>(List.of(Comparison.THROUGHPUT));
    ids.addAll(RESPONSES);
    for (int i = 0; i < OTHERS; i++) {
      ids.add("other" + i + "_ms");
    }
    List<MetricSample> samples = new ArrayList<>();
    for (String id : ids) {
      boolean rate = id.equals(Comparison.THROUGHPUT);
      double[] values = new double[2 * runs];
      for (int i = 0; i < values.length; i++) {
        double off = deviation * (ofRun[i] + random.nextGaussian()) / Math.sqrt(2);
        double time = Math.exp(off) * (i < runs ? 1 : slower);
        values[i] = rate ? 1000 / time : 5 * time;
      }
      samples.add(
          of(
              id,
              rate ? MetricDirection.RATE : MetricDirection.TIME,
              Arrays.copyOf(values, runs),
              Arrays.copyOfRange(values, runs, 2 * runs)));
    }
    return samples;
  }
}
