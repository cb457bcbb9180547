package io.stallmark.analysis.duet;

import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.result.metric.CostMetric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Costs of both sides of a duet, in pairs of segments of the same time. Thread-safe. */
public final class PairedCosts {

  /** Segment of a side that waits for that of the other. */
  private record Segment(Side side, CostSource source, long start, long end) {}

  private record Pair(CostRow a, CostRow b) {}

  private final Map<Segment, CostRow> waiting = new HashMap<>();
  private final Map<CostSource, List<Pair>> pairs = new EnumMap<>(CostSource.class);

  /** Adds the cost of a segment of a side. */
  public synchronized void add(Side side, CostRow row) {
    Side others = side == Side.A ? Side.B : Side.A;
    @Nullable CostRow other =
        waiting.remove(new Segment(others, row.source(), row.start(), row.end()));
    if (other == null) {
      waiting.put(new Segment(side, row.source(), row.start(), row.end()), row);
      return;
    }
    pairs
        .computeIfAbsent(row.source(), source -> new ArrayList<>())
        .add(side == Side.A ? new Pair(row, other) : new Pair(other, row));
  }

  /** Returns the cost of a transaction by each source, by the id of the metric. */
  public synchronized Map<String, PairedEstimate> estimates() {
    Map<String, PairedEstimate> estimates = new LinkedHashMap<>();
    pairs.forEach(
        (source, list) -> {
          for (CostMetric metric : CostMetric.values()) {
            PairedEstimate estimate = estimate(metric, list);
            if (!Double.isNaN(estimate.error())) {
              estimates.put(source.word() + "." + metric.perTransaction(), estimate);
            }
          }
        });
    return estimates;
  }

  /** Returns the ratio of sums over sums; the error is that of the linear approximation. */
  private static PairedEstimate estimate(CostMetric metric, List<Pair> pairs) {
    ToDoubleFunction<CostRow> cost = row -> used(metric, row);
    double costA = mean(pairs, pair -> cost.applyAsDouble(pair.a));
    double costB = mean(pairs, pair -> cost.applyAsDouble(pair.b));
    double countA = mean(pairs, pair -> pair.a.transactions());
    double countB = mean(pairs, pair -> pair.b.transactions());
    return PairedSeries.ratio(
        costA / countA,
        costB / countB,
        pairs.stream()
            .mapToDouble(
                pair ->
                    cost.applyAsDouble(pair.b) / costB
                        - pair.b.transactions() / countB
                        - cost.applyAsDouble(pair.a) / costA
                        + pair.a.transactions() / countA)
            .toArray());
  }

  private static double used(CostMetric metric, CostRow row) {
    OptionalLong used = row.used().of(metric.resource());
    return used.isPresent() ? metric.unit().of((double) used.getAsLong()) : Double.NaN;
  }

  private static double mean(List<Pair> pairs, ToDoubleFunction<Pair> value) {
    return pairs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
