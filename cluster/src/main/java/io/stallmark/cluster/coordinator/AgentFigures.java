package io.stallmark.cluster.coordinator;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.cluster.protocol.IntervalReport.Head;
import io.stallmark.result.metric.HealthMetric;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Figures of an agent over all of its intervals. Used by one thread. */
final class AgentFigures {

  private static final double SECOND = 1e9;

  private final DoubleSummaryStatistics late = new DoubleSummaryStatistics();
  private final DoubleSummaryStatistics cpu = new DoubleSummaryStatistics();
  private final Set<String> reasons = new TreeSet<>();
  private long flagged;
  private long transactions;
  private long end;

  void add(Head head) {
    GeneratorHealth health = head.health();
    transactions += head.succeeded();
    end = head.end();
    add(late, health.of(HealthMetric.START_LATE_P99));
    add(cpu, health.of(HealthMetric.OWN_CPU));
    flagged += health.reasons().isEmpty() ? 0 : 1;
    reasons.addAll(health.reasonNames());
  }

  private static void add(DoubleSummaryStatistics all, double value) {
    if (!Double.isNaN(value)) {
      all.accept(value);
    }
  }

  double transactionsPerSecond() {
    return end == 0 ? 0 : transactions * SECOND / end;
  }

  /** Largest of an interval, milliseconds; null: not reported. */
  @Nullable Double late() {
    return late.getCount() == 0 ? null : late.getMax();
  }

  /** Mean, percent; null: not reported. */
  @Nullable Double cpu() {
    return cpu.getCount() == 0 ? null : cpu.getAverage();
  }

  /** Number of intervals in which its generator was the bottleneck. */
  long flagged() {
    return flagged;
  }

  List<String> reasons() {
    return List.copyOf(reasons);
  }
}
