package io.stallmark.analysis.trust;

import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.result.metric.HealthMetric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Intervals of a second in which the generator was short of nothing, or of something. */
public final class SampleHealth {

  private static final long SECOND = 1_000_000_000L;

  private static final Map<HealthMetric, Double> CALM =
      Map.ofEntries(
          Map.entry(HealthMetric.OWN_CPU, 25.0),
          Map.entry(HealthMetric.MACHINE_CPU, 50.0),
          Map.entry(HealthMetric.SERVER_CPU, 20.0),
          Map.entry(HealthMetric.OTHER_CPU, 5.0),
          Map.entry(HealthMetric.STOLEN_CPU, 0.0),
          Map.entry(HealthMetric.CPU_QUEUE, 5.0),
          Map.entry(HealthMetric.GC_PAUSE, 4.0),
          Map.entry(HealthMetric.HELD, 0.0),
          Map.entry(HealthMetric.TIMER_LATE, 1.5),
          Map.entry(HealthMetric.COLLECTED_LATE, 0.0),
          Map.entry(HealthMetric.START_LATE_P99, 0.25),
          Map.entry(HealthMetric.START_LATE, 3.0),
          Map.entry(HealthMetric.MISSED_ARRIVALS, 0.0),
          Map.entry(HealthMetric.CLOCK_STEP, 0.1),
          Map.entry(HealthMetric.SWAP_IN_PAGES, 0.0),
          Map.entry(HealthMetric.MAJOR_FAULTS, 0.0),
          Map.entry(HealthMetric.THROTTLED, 0.0),
          Map.entry(HealthMetric.SERVER_QUEUE, 5.0),
          Map.entry(HealthMetric.CONTEXT_SWITCHES, 3000.0),
          Map.entry(HealthMetric.SERVER_MEMORY, 5000.0));

  private SampleHealth() {}

  /** The interval that begins at this second of an ordinary run. */
  public static GeneratorHealth calm(int second) {
    return with(second, Map.of());
  }

  /** The same with a generator that has no processor left. */
  public static GeneratorHealth bound(int second) {
    return with(second, Map.of(HealthMetric.OWN_CPU, 93.0, HealthMetric.MACHINE_CPU, 93.0));
  }

  /** The interval of an ordinary run. */
  public static GeneratorHealth calm(Interval interval) {
    return judged(interval.start(), interval.end(), CALM);
  }

  /** The same while other processes use the processors. */
  public static GeneratorHealth disturbed(Interval interval) {
    Map<HealthMetric, Double> figures = new EnumMap<>(CALM);
    figures.put(HealthMetric.MACHINE_CPU, 99.0);
    figures.put(HealthMetric.OTHER_CPU, 70.0);
    figures.put(HealthMetric.SERVER_QUEUE, 60.0);
    return judged(interval.start(), interval.end(), figures);
  }

  /** The same while the quota of the generator's group is used up. */
  public static GeneratorHealth throttled(Interval interval) {
    Map<HealthMetric, Double> figures = new EnumMap<>(CALM);
    figures.put(HealthMetric.THROTTLED, 90.0);
    return judged(interval.start(), interval.end(), figures);
  }

  /** Verdict on a run whose cost is unknown. */
  public static TrustVerdict verdict(RunResult result, TrustReport report) {
    return TrustVerdict.of(result, report, List.of(), false);
  }

  private static GeneratorHealth judged(long start, long end, Map<HealthMetric, Double> figures) {
    return new GeneratorHealth(start, end, figures, Set.of()).judged(Set.of());
  }

  /** The same with other figures; NaN: not reported. */
  static GeneratorHealth with(int second, Map<HealthMetric, Double> others) {
    Map<HealthMetric, Double> figures = new EnumMap<>(CALM);
    figures.putAll(others);
    figures.values().removeIf(figure -> Double.isNaN(figure));
    return judged(second * SECOND, (second + 1) * SECOND, figures);
  }

  /** Of a run without warm-up, on two processors. */
  public static TrustReport report(GeneratorHealth... intervals) {
    TrustReport report = new TrustReport(0, 2);
    for (GeneratorHealth health : intervals) {
      report.add(health);
    }
    return report;
  }
}
