package io.stallmark.report.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The histograms of service time and response time of all kinds, as classic Prometheus histograms:
 * counts since the start, in few buckets. Transactions and statements have separate metrics, so
 * that a sum over kinds counts nothing twice. The counts are summed from the exact histograms of
 * the intervals. Micrometer's own timers would have to record each sample separately. Not
 * thread-safe.
 */
final class LatencyMeters implements MultiCollector {

  private static final double SECOND = 1e9;

  /** Upper bounds in seconds, from 10 microseconds to 70 seconds, then infinity. */
  private static final double[] BOUNDS = bounds();

  private record Line(int series, Kind kind, Buckets service, Buckets response) {}

  private final List<Line> lines = new ArrayList<>();

  /**
   * Adds a kind.
   *
   * @param series index of the kind's series in an interval
   */
  void add(int series, Kind kind) {
    lines.add(new Line(series, kind, new Buckets(), new Buckets()));
  }

  void interval(List<OperationSeries> series) {
    for (Line line : lines) {
      line.service().add(series.get(line.series()).service());
      line.response().add(series.get(line.series()).response());
    }
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        family("transaction", "service", "from its start to its end"),
        family("transaction", "response", "from its intended start to its end"),
        family("statement", "service", "from its start to its end"),
        family("statement", "response", "from its intended start to its end"));
  }

  private HistogramSnapshot family(String of, String clock, String meaning) {
    HistogramSnapshot.Builder family =
        HistogramSnapshot.builder()
            .name("stallmark_" + of + "_" + clock + "_seconds")
            .help("Time of each successful " + of + ", " + meaning + ".");
    for (Line line : lines) {
      if (line.kind().isStatement() == of.equals("statement")) {
        Buckets buckets = clock.equals("service") ? line.service() : line.response();
        family.dataPoint(buckets.snapshot(Labels.of("kind", line.kind().name())));
      }
    }
    return family.build();
  }

  private static final class Buckets {

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
  }

  private static double[] bounds() {
    return DoubleStream.concat(
            IntStream.rangeClosed(-5, 1)
                .boxed()
                .flatMapToDouble(
                    decade ->
                        Stream.of("1", "1.5", "2", "3", "5", "7")
                            .mapToDouble(step -> Double.parseDouble(step + "e" + decade))),
            DoubleStream.of(Double.POSITIVE_INFINITY))
        .toArray();
  }
}
