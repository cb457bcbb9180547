package io.stallmark.report.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.StoredSize;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.plan.Pacing;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import io.stallmark.record.ProgressSlot;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.StallmarkVersion;
import io.stallmark.result.HealthMetric;
import io.stallmark.spec.MetricsAddress;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Meters for Prometheus. A scrape sees an interval completely or not at all. */
final class PrometheusMetrics implements LiveMetrics {

  private static final double SECOND = 1e9;
  private static final double MILLIS = 1e3;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LatencyMeters latencies = new LatencyMeters();
  private final CostMeters costs = new CostMeters(registry);
  private final SizeMeters sizes = new SizeMeters(registry);
  private final List<Integer> counted = new ArrayList<>(); // indexes of series in an interval
  private final List<OperationMeters> counts = new ArrayList<>();
  private @Nullable MetricsServer server;
  private Phase phase = Phase.LOADING;
  private Troubles troubles = new Troubles(0, 0, 0);
  private double stalled;
  private double held;
  private Set<HealthMetric> bound = Set.of(); // in the last interval
  private double boundTime;
  private double measured;
  private double oldest;
  private double lowest;
  private double due;
  private double started;

  PrometheusMetrics(ResolvedRun spec) {
    info(spec);
    for (Phase one : Phase.values()) {
      Gauge.builder("stallmark.phase", this, me -> me.phase == one ? 1 : 0)
          .description("1: this is what the run is at.")
          .tag("phase", one.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    gauge("stallmark.clients", null, "Clients at a time.", me -> spec.plan().threads());
    new ProcessorMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    counter(
        "stallmark.generator.gc",
        "seconds",
        "How long the generator collected garbage.",
        me -> collected());
  }

  static PrometheusMetrics serve(MetricsAddress address, ResolvedRun spec) throws IOException {
    PrometheusMetrics metrics = new PrometheusMetrics(spec);
    metrics.server = new MetricsServer(address, metrics::text);
    return metrics;
  }

  @Override
  public @Nullable String url() {
    return server == null ? null : server.url();
  }

  @Override
  public synchronized void phase(Phase now) {
    phase = now;
  }

  /**
   * Registers the meters of a measurement. They are absent before it, because 0 would be a measured
   * value.
   */
  @Override
  public synchronized void kinds(List<Kind> kinds) {
    Kind.Category transactions =
        Stream.of(Kind.Category.ROLE, Kind.Category.TRANSACTION_KIND)
            .filter(each -> kinds.stream().anyMatch(kind -> kind.category() == each))
            .findFirst() // all transactions are the sum over roles, or else over transaction kinds
            .orElse(Kind.Category.TRANSACTION);
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.get(i).isStatement() || kinds.get(i).category() == transactions) {
        counted.add(i);
        counts.add(new OperationMeters(registry, kinds.get(i)));
        latencies.add(i, kinds.get(i));
      }
    }
    registry.getPrometheusRegistry().register(latencies);
    counter("stallmark.transactions.due", null, "Transactions meant to start.", me -> me.due);
    counter("stallmark.transactions.started", null, "Transactions started.", me -> me.started);
    counter("stallmark.stalls", null, "Stalls so far.", me -> (double) me.troubles.stalls());
    counter("stallmark.dips", null, "Dips so far.", me -> (double) me.troubles.dips());
    counter("stallmark.stalled", "seconds", "How long the run was stalled.", me -> me.stalled);
    counter(
        "stallmark.generator.held",
        "seconds",
        "How long the generator did not get to run.",
        me -> me.held);
    bound();
    gauge("stallmark.measured", "seconds", "How long the run has measured.", me -> me.measured);
    gauge(
        "stallmark.oldest.in.flight",
        "seconds",
        "How long the oldest transaction had been due, at the worst moment of the last interval.",
        me -> me.oldest);
    gauge(
        "stallmark.lowest.slot.transactions.per.second",
        null,
        "The rate in the slowest 100 ms of the last interval.",
        me -> me.lowest);
  }

  /** Registers the meters that show whether the generator was the bottleneck, and why. */
  private void bound() {
    gauge(
        "stallmark.generator.bound",
        null,
        "1: in the last interval the generator, not the database, was the bottleneck.",
        me -> me.bound.isEmpty() ? 0 : 1);
    for (HealthMetric metric : HealthMetric.values()) {
      HealthMetric.Limit limit = metric.limit();
      if (limit != null) {
        Gauge.builder("stallmark.generator.reason", this, me -> me.bound.contains(metric) ? 1 : 0)
            .description("1: in the last interval it was for this reason.")
            .tag("reason", limit.reason())
            .register(registry);
      }
    }
    counter(
        "stallmark.generator.bound.seconds", // the gauge uses the shorter name
        null,
        "How long the generator, not the database, was the bottleneck.",
        me -> me.boundTime);
  }

  @Override
  public synchronized void interval(Interval interval, Troubles known, GeneratorHealth health) {
    List<OperationSeries> series = interval.series();
    for (int i = 0; i < counts.size(); i++) {
      counts.get(i).add(series.get(counted.get(i)));
    }
    latencies.interval(series);
    phase = Phase.MEASURING;
    troubles = known;
    stalled += known.stalled() / SECOND;
    held += interval.grid().stream().mapToLong(ProgressSlot::unscheduled).sum() / SECOND;
    bound = health.reasons();
    boundTime += health.bound() ? (health.end() - health.start()) / SECOND : 0;
    measured = interval.end() / SECOND;
    oldest = interval.oldestInFlight() / SECOND;
    lowest =
        interval.grid().stream().mapToLong(ProgressSlot::completions).min().orElse(0)
            * (SECOND / ProgressSlot.LENGTH);
    due = Math.max(due, (double) interval.due());
    started = Math.max(started, (double) interval.started());
  }

  @Override
  public synchronized void cost(CostRow row) {
    costs.add(row);
  }

  @Override
  public synchronized void stored(StoredSize stored) {
    sizes.set(stored);
  }

  /** Returns all meters in Prometheus' text format. */
  synchronized String text() {
    return registry.scrape();
  }

  private void info(ResolvedRun spec) {
    Gauge.builder("stallmark.run.info", () -> 1)
        .description("What runs; always 1.")
        .tag("workload", spec.workload())
        .tag("binding", spec.binding())
        .tag("pacing", spec.plan().pacing() instanceof Pacing.OpenLoop ? "open" : "closed")
        .tag("version", StallmarkVersion.stallmark())
        .register(registry);
  }

  private void gauge(
      String name, @Nullable String unit, String help, ToDoubleFunction<PrometheusMetrics> value) {
    Gauge.builder(name, this, value).baseUnit(unit).description(help).register(registry);
  }

  private void counter(
      String name, @Nullable String unit, String help, ToDoubleFunction<PrometheusMetrics> value) {
    FunctionCounter.builder(name, this, value).baseUnit(unit).description(help).register(registry);
  }

  private static double collected() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum()
        / MILLIS;
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    registry.close();
  }
}
