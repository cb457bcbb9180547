package io.stallmark.analysis.duet;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.MetricDifference;
import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.text.Text;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Collectors;

/** What the clients of both sides of a duet lacked, interval by interval. Thread-safe. */
public final class ServedSides {

  /** What the generator does for one side only. */
  private static final List<HealthMetric> COMPARED =
      List.of(HealthMetric.CPU_QUEUE, HealthMetric.START_LATE);

  /** Smallest difference to tell of, percentage points. */
  private static final double LEAST = 5;

  private final List<Queue<GeneratorHealth>> waiting =
      List.of(new ArrayDeque<>(), new ArrayDeque<>());
  private final Map<HealthMetric, PairedSeries> series = new EnumMap<>(HealthMetric.class);

  /** Adds the health of the next interval of a side. */
  public synchronized void add(Side side, GeneratorHealth health) {
    waiting.get(side.ordinal()).add(health);
    if (waiting.stream().noneMatch(Queue::isEmpty)) {
      GeneratorHealth a = waiting.get(0).remove();
      GeneratorHealth b = waiting.get(1).remove();
      for (HealthMetric metric : COMPARED) {
        series
            .computeIfAbsent(metric, key -> new PairedSeries())
            .add(known(a.of(metric)), known(b.of(metric)));
      }
    }
  }

  private static double known(double figure) {
    return Double.isNaN(figure) ? 0 : figure;
  }

  /** Returns a sentence about what one side lacked more than the other; empty: nothing. */
  public synchronized Optional<String> finding() {
    String unlike =
        series.entrySet().stream()
            .filter(each -> differs(each.getValue().ofDifferences()))
            .map(
                each ->
                    Text.format(
                        "%s (A %.1f, B %.1f)",
                        each.getKey().label(),
                        each.getValue().ofDifferences().a(),
                        each.getValue().ofDifferences().b()))
            .collect(Collectors.joining(", "));
    return unlike.isEmpty()
        ? Optional.empty()
        : Optional.of("The generator did not serve both sides alike: " + unlike + ".");
  }

  private static boolean differs(PairedEstimate estimate) {
    MetricDifference difference = estimate.difference(Comparison.THROUGHPUT_RISK);
    return difference.shown() && Math.abs(difference.estimate()) >= LEAST;
  }
}
