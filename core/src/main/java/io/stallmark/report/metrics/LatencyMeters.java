package io.stallmark.report.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import java.util.ArrayList;
import java.util.List;

/**
 * The histograms of service time and response time of all kinds. Transactions and statements have
 * separate metrics, so that a sum over kinds counts nothing twice. Not thread-safe.
 */
final class LatencyMeters implements MultiCollector {

  private record Line(
      int series,
      String kind,
      boolean statement,
      LatencyBuckets service,
      LatencyBuckets response) {}

  private final List<Line> lines = new ArrayList<>();

  /**
   * Adds a kind.
   *
   * @param series index of the kind's series in an interval
   */
  void add(int series, Kind kind) {
    lines.add(
        new Line(
            series, kind.name(), kind.isStatement(), new LatencyBuckets(), new LatencyBuckets()));
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
        family("transaction", "response", "from when it was meant to start to its end"),
        family("statement", "service", "from its start to its end"),
        family("statement", "response", "as late as its transaction was, to its end"));
  }

  private HistogramSnapshot family(String of, String clock, String meaning) {
    HistogramSnapshot.Builder family =
        HistogramSnapshot.builder()
            .name("stallmark_" + of + "_" + clock + "_seconds")
            .help("Time of each successful " + of + ", " + meaning + ".");
    for (Line line : lines) {
      if (line.statement() == of.equals("statement")) {
        LatencyBuckets buckets = clock.equals("service") ? line.service() : line.response();
        family.dataPoint(buckets.snapshot(Labels.of("kind", line.kind())));
      }
    }
    return family.build();
  }
}
