package io.stallmark.analysis.compare;

import io.stallmark.analysis.compare.RunMetric.Scale;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.record.Kind;
import io.stallmark.result.CostSummary;
import io.stallmark.result.CostSummary.SourceCostSummary;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.ReplaySummary;
import io.stallmark.result.RunDocument.NamedRate;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.result.SizeSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.SizeMetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All metrics of runs: those of every run, and those of its kinds of operations and cost sources.
 */
public final class RunMetrics {

  /** Metric of the time of stalls. */
  public static final String STALLED = "stalled_percent";

  /** Metric of failed transactions, which only duets compare. */
  public static final String ERRORS = "errors_per_s";

  private static final String HEADLINE = "headline";
  private static final String STALLS = "stalls";
  private static final String COST = "cost";
  private static final String DIFFERENT_REPLIES = "different_replies_percent";
  private static final double MILLISECOND = 1e6;
  private static final double PERCENT = 100;

  private static final Map<String, RunMetric> BY_ID = byId();

  private RunMetrics() {}

  /** One of the two times of an operation: response time or service time. */
  private record Clock(
      String id, String words, Function<KindSummary, @Nullable LatencySummary> reading) {

    static final Clock RESPONSE = new Clock("response", "", KindSummary::responseNanoseconds);
    static final Clock SERVICE = new Clock("service", "service ", KindSummary::serviceNanoseconds);
  }

  /**
   * Returns the metrics that every run has, by id. Costs are those that the server itself counted,
   * except the time of disks. If the server does not count CPU time, it is that of its process or
   * container.
   */
  public static Map<String, RunMetric> all() {
    return BY_ID;
  }

  /** Returns the metric with this id, one of {@link #all}. */
  public static RunMetric of(String id) {
    @Nullable RunMetric metric = BY_ID.get(id);
    if (metric == null) {
      throw new IllegalArgumentException(id);
    }
    return metric;
  }

  private static Map<String, RunMetric> byId() {
    List<RunMetric> all = new ArrayList<>();
    all.add(rate("transactions_per_s", "transactions/s", RunSummary::transactionsPerSecond));
    all.add(headline(HEADLINE));
    all.add(rate("statements_per_s", "statements/s", RunSummary::statementsPerSecond));
    all.add(
        rate(
            "rows_per_s",
            "rows/s",
            summary -> summary.rowsReadPerSecond() + summary.rowsWrittenPerSecond()));
    all.add(rate("rows_read_per_s", "rows read/s", RunSummary::rowsReadPerSecond));
    all.add(rate("rows_written_per_s", "rows written/s", RunSummary::rowsWrittenPerSecond));
    all.addAll(latencies("", Kind.TRANSACTION, Clock.RESPONSE));
    all.add(stalls("stalls", "stalls", MetricDirection.NUMBER, run -> run.stalls().size()));
    all.add(
        stalls("stalls_total_s", "stalled s", MetricDirection.LENGTH, MeasuredRun::stalledSeconds));
    all.add(
        stalls(
            "longest_stall_s",
            "longest stall s",
            MetricDirection.LENGTH,
            MeasuredRun::longestStall));
    all.add(
        stalls(
            STALLED,
            "stalled, % of the time",
            MetricDirection.LENGTH,
            run -> PERCENT * run.stalledSeconds() / run.seconds()));
    all.add(
        new RunMetric(
            "stalls_per_min",
            STALLS,
            "stalls/min",
            MetricDirection.NUMBER,
            Scale.EVENTS,
            run -> run.judgedForStalls() ? run.stalls().size() / run.minutes() : Double.NaN,
            MeasuredRun::minutes));
    all.add(
        stalls(
            "generator_stalls",
            "generator's stalls",
            MetricDirection.NUMBER,
            run -> run.generatorStalls().size()));
    for (SizeMetric metric : SizeMetric.values()) {
      if (metric.label() != null) {
        all.add(size(metric));
      }
    }
    all.add(count("retries", RunSummary::retries));
    all.add(count("errors", RunSummary::errors));
    all.add(
        new RunMetric(
            ERRORS,
            Kind.TRANSACTION,
            "errors/s",
            MetricDirection.NUMBER,
            Scale.LINEAR,
            run -> run.summary(RunSummary::errors) / run.seconds()));
    all.add(count("unexpected", run -> run.unexpected() == null ? 0 : run.unexpected()));
    for (CostMetric metric : CostMetric.values()) {
      all.add(cost("", metric, sources(metric)));
    }
    all.add(stored("space_amplification", "space amplification", CostSummary::spaceAmplification));
    all.add(stored("stored_bytes_per_row", "stored bytes/row", CostSummary::storedBytesPerRow));
    all.add(
        new RunMetric(
            DIFFERENT_REPLIES,
            "replay",
            "replies that differ, %",
            MetricDirection.NUMBER,
            Scale.LINEAR,
            RunMetrics::differentReplies));
    all.add(
        new RunMetric(
            "generator_bound_percent",
            "trust",
            "starved, % of time",
            MetricDirection.LENGTH,
            Scale.INFORMATIVE,
            MeasuredRun::generatorBoundPercent,
            run -> run.seconds()));
    Map<String, RunMetric> byId = new LinkedHashMap<>();
    all.forEach(metric -> byId.put(metric.id(), metric));
    return Collections.unmodifiableMap(byId);
  }

  /**
   * Returns the values of both sides for every metric of a comparison, in the order of its rows.
   */
  public static List<MetricSample> compared(List<MeasuredRun> a, List<MeasuredRun> b) {
    List<MeasuredRun> runs = Stream.of(a, b).flatMap(List::stream).toList();
    return metrics(runs).stream().map(metric -> sample(metric, a, b)).toList();
  }

  static MetricSample sample(RunMetric metric, List<MeasuredRun> a, List<MeasuredRun> b) {
    return new MetricSample(metric, side(metric, a), side(metric, b));
  }

  private static MetricSample.Side side(RunMetric metric, List<MeasuredRun> runs) {
    return new MetricSample.Side(
        runs.stream().map(metric::of).toList(),
        runs.stream().map(run -> metric.weight().applyAsDouble(run)).toList());
  }

  /**
   * Returns all metrics that a comparison of runs can have.
   *
   * @param kinds kinds of operation, besides the transaction
   */
  public static List<RunMetric> possible(Set<String> kinds) {
    Set<String> sources =
        Arrays.stream(CostSource.values()).map(CostSource::word).collect(Collectors.toSet());
    return metrics(kinds, HEADLINE, kind -> true, sources, true);
  }

  private static List<RunMetric> metrics(List<MeasuredRun> runs) {
    Set<String> kinds = new LinkedHashSet<>();
    Set<String> units = new TreeSet<>();
    Set<String> sources = new TreeSet<>();
    for (MeasuredRun run : runs) {
      units.add(run.headlineUnit());
      kinds.addAll(run.kinds().keySet());
      sources.addAll(run.sources().keySet());
    }
    return metrics(
        kinds,
        units.size() == 1 ? units.iterator().next() : "",
        kind -> runs.stream().anyMatch(run -> hasTwoClocks(run.kinds().get(kind))),
        sources,
        runs.stream().anyMatch(run -> run.document().outcome().replay() != null));
  }

  /**
   * @param unit of the rate that the workload names; empty: it names none
   */
  private static List<RunMetric> metrics(
      Set<String> kinds,
      String unit,
      Predicate<String> twoClocks,
      Set<String> sources,
      boolean replayed) {
    List<RunMetric> metrics = new ArrayList<>();
    metrics.add(of(Comparison.THROUGHPUT));
    if (!unit.isEmpty()) {
      metrics.add(headline(unit));
    }
    metrics.addAll(latencies(Kind.TRANSACTION, Clock.RESPONSE));
    metrics.add(of("statements_per_s"));
    metrics.add(of("rows_per_s"));
    for (String kind : kinds) {
      if (!kind.equals(Kind.TRANSACTION)) {
        metrics.addAll(latencies(kind, Clock.RESPONSE));
      }
      if (twoClocks.test(kind)) {
        metrics.addAll(latencies(kind, Clock.SERVICE));
      }
    }
    metrics.add(of(STALLED));
    metrics.add(of("longest_stall_s"));
    metrics.add(of("stalls_per_min"));
    for (String source : sources) {
      for (CostMetric metric : CostMetric.values()) {
        metrics.add(cost(source + ".", metric, source));
      }
    }
    sources.forEach(source -> metrics.add(writeAmplification(source)));
    metrics.add(of("space_amplification"));
    metrics.add(of("stored_bytes_per_row"));
    if (replayed) {
      metrics.add(of(DIFFERENT_REPLIES));
    }
    metrics.add(of("generator_bound_percent"));
    return metrics;
  }

  private static boolean hasTwoClocks(@Nullable KindSummary kind) {
    return kind != null && !Objects.equals(kind.serviceNanoseconds(), kind.responseNanoseconds());
  }

  private static List<RunMetric> latencies(String kind, Clock clock) {
    return latencies(kind + "." + clock.id + ".", kind, clock);
  }

  private static List<RunMetric> latencies(String prefix, String kind, Clock clock) {
    return Percentile.ALL.stream()
        .map(
            each ->
                new RunMetric(
                    each.metric(prefix),
                    kind,
                    clock.words + each.label() + " ms",
                    MetricDirection.TIME,
                    Scale.RATIO,
                    run -> milliseconds(run.kinds().get(kind), clock, each)))
        .toList();
  }

  private static double milliseconds(
      @Nullable KindSummary kind, Clock clock, Percentile percentile) {
    @Nullable LatencySummary latency = kind == null ? null : clock.reading.apply(kind);
    if (kind == null || latency == null || !percentile.isSupported(kind.count())) {
      return Double.NaN;
    }
    long nanoseconds = percentile.of(latency);
    return nanoseconds > 0 ? nanoseconds / MILLISECOND : Double.NaN;
  }

  private static RunMetric rate(String id, String words, ToDoubleFunction<RunSummary> figure) {
    return new RunMetric(
        id, Kind.TRANSACTION, words, MetricDirection.RATE, Scale.RATIO, run -> run.summary(figure));
  }

  /** Returns the rate of the kind of transaction for which the workload is known. */
  private static RunMetric headline(String label) {
    return new RunMetric(
        HEADLINE,
        Kind.TRANSACTION,
        label,
        MetricDirection.RATE,
        Scale.RATIO,
        run -> {
          NamedRate rate = run.document().outcome().headline();
          return rate == null ? Double.NaN : rate.value();
        });
  }

  private static RunMetric count(String id, ToDoubleFunction<RunSummary> figure) {
    return new RunMetric(
        id, Kind.TRANSACTION, id, MetricDirection.NUMBER, Scale.LINEAR, run -> run.summary(figure));
  }

  /** Returns a metric of stalls; NaN for a run that is too short to detect one. */
  private static RunMetric stalls(
      String id, String words, MetricDirection direction, ToDoubleFunction<MeasuredRun> figure) {
    return new RunMetric(
        id,
        STALLS,
        words,
        direction,
        Scale.LINEAR,
        run -> run.judgedForStalls() ? figure.applyAsDouble(run) : Double.NaN);
  }

  private static double differentReplies(MeasuredRun run) {
    @Nullable ReplaySummary replay = run.document().outcome().replay();
    return replay == null || replay.compared() == 0
        ? Double.NaN
        : PERCENT * (replay.compared() - replay.same()) / replay.compared();
  }

  private static RunMetric size(SizeMetric metric) {
    return cost(
        metric.column(),
        metric.column().replace('_', ' '),
        run -> {
          @Nullable SizeSummary size = run.document().outcome().size();
          @Nullable StoredSize end = size == null ? null : size.end();
          return end == null ? Double.NaN : metric.of(end);
        });
  }

  private static RunMetric stored(
      String id, String words, Function<CostSummary, @Nullable Double> figure) {
    return cost(
        id,
        words,
        run -> {
          @Nullable CostSummary cost = run.document().outcome().cost();
          return cost == null ? Double.NaN : orNaN(figure.apply(cost));
        });
  }

  /** Sources of a metric of every run, the preferred one first. */
  private static String[] sources(CostMetric metric) {
    return switch (metric.resource()) {
      case CPU_NANOS -> new String[] {"server", "process", "cgroup"};
      case DISK_BUSY_NANOS -> new String[] {"disk", "node"};
      default -> new String[] {"server"};
    };
  }

  /** Returns the cost of a transaction by the first of the sources that reports it. */
  private static RunMetric cost(String prefix, CostMetric metric, String... sources) {
    String words = sources[0] + " " + metric.label() + "/transaction";
    return cost(
        prefix + metric.perTransaction(),
        words.replace("disk disk", "disk"),
        run ->
            Arrays.stream(sources)
                .map(run.sources()::get)
                .filter(Objects::nonNull)
                .mapToDouble(each -> orNaN(each.perTransaction().get(metric.jsonName())))
                .filter(Double::isFinite)
                .findFirst()
                .orElse(Double.NaN));
  }

  private static RunMetric writeAmplification(String source) {
    return cost(
        source + ".write_amplification",
        source + " write amplification",
        run -> {
          @Nullable SourceCostSummary its = run.sources().get(source);
          return its == null ? Double.NaN : orNaN(its.writeAmplification());
        });
  }

  private static RunMetric cost(String id, String words, ToDoubleFunction<MeasuredRun> figure) {
    return new RunMetric(id, COST, words, MetricDirection.COST, Scale.RATIO, figure);
  }

  private static double orNaN(@Nullable Number number) {
    return number == null ? Double.NaN : number.doubleValue();
  }
}
