package io.stallmark.report.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.record.OperationSeries;
import io.stallmark.record.ProgressSlot;
import io.stallmark.report.metrics.LocalServer.Answer;
import io.stallmark.result.RunDocument;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.StallmarkVersion;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.result.metric.MetricUnit;
import io.stallmark.result.metric.SizeMetric;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.ListenAddress;
import io.stallmark.text.TextResource;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Serves the metrics of a run to Prometheus. Receives the data from one thread, the collector's,
 * unless a method says otherwise; other threads may read at the same time. A scrape sees an
 * interval completely or not at all.
 */
public final class LiveMetrics implements RunObserver {

  private static final String PATH = "/metrics";

  /** Content type with the format version, which Prometheus 3 requires. */
  private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

  private static final TextResource HELP = new TextResource(LiveMetrics.class, "meters");

  private static final double SECOND = 1e9;
  private static final double MILLIS = 1e3;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final LatencyMeters latencies = new LatencyMeters();
  private final List<Integer> counted = new ArrayList<>(); // indexes of series in an interval
  private final List<Kind> kinds = new ArrayList<>(); // of these series
  private final ListenAddress address;
  private final Consumer<String> notices;
  private @Nullable LocalServer server;
  private @Nullable StoredSize size;
  private Phase phase = Phase.LOADING;
  private double stalls;
  private double dips;
  private double stalled;
  private double held;
  private Set<HealthMetric> bound = Set.of(); // in the last interval
  private double boundTime;
  private double measured;
  private double oldest;
  private double lowest;
  private double due;
  private double started;

  /**
   * Creates an observer of one run.
   *
   * @param notices receives a line with the URL
   */
  public LiveMetrics(ListenAddress address, Consumer<String> notices) {
    this.address = address;
    this.notices = notices;
  }

  /**
   * Starts to serve metrics, before the load begins, because the load may take longer than the run.
   *
   * @throws IOException with a message for the user, if the address cannot be used
   */
  @Override
  public void resolved(RunJob job, Path directory) throws IOException {
    info(job);
    for (Phase one : Phase.values()) {
      Gauge.builder("stallmark.phase", this, me -> me.phase == one ? 1 : 0)
          .description(HELP.get("stallmark.phase"))
          .tag("phase", one.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    gauge("stallmark.clients", null, me -> job.plan().threads());
    new ProcessorMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    counter("stallmark.generator.gc", "seconds", me -> collected());
    server =
        new LocalServer(
            "The metrics",
            address,
            request -> request.getPath().equals(PATH) ? Answer.of(FORMAT, text()) : null);
    notices.accept("Metrics at " + url());
  }

  public String url() {
    return "http://" + Objects.requireNonNull(server, "a run is resolved first").address() + PATH;
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
  public synchronized void prepared(RunJob job, RunFindings findings, RunDocument start) {
    List<Kind> all = findings.kinds();
    Kind.Category transactions =
        Stream.of(Kind.Category.ROLE, Kind.Category.TRANSACTION_KIND)
            .filter(each -> all.stream().anyMatch(kind -> kind.category() == each))
            .findFirst() // all transactions are the sum over roles, or else over transaction kinds
            .orElse(Kind.Category.TRANSACTION);
    for (int i = 0; i < all.size(); i++) {
      Kind kind = all.get(i);
      if (kind.isStatement() || kind.category() == transactions) {
        counted.add(i);
        kinds.add(kind);
        count(kind, null);
        latencies.add(i, kind);
      }
    }
    registry.getPrometheusRegistry().register(latencies);
    counter("stallmark.transactions.due", null, me -> me.due);
    counter("stallmark.transactions.started", null, me -> me.started);
    counter("stallmark.stalls", null, me -> me.stalls);
    counter("stallmark.dips", null, me -> me.dips);
    counter("stallmark.stalled", "seconds", me -> me.stalled);
    counter("stallmark.generator.held", "seconds", me -> me.held);
    bound();
    gauge("stallmark.measured", "seconds", me -> me.measured);
    gauge("stallmark.oldest.in.flight", "seconds", me -> me.oldest);
    gauge("stallmark.lowest.slot.transactions.per.second", null, me -> me.lowest);
  }

  /** Registers the meters that show whether the generator was the bottleneck, and why. */
  private void bound() {
    gauge("stallmark.generator.bound", null, me -> me.bound.isEmpty() ? 0 : 1);
    for (HealthMetric metric : HealthMetric.values()) {
      HealthMetric.Limit limit = metric.limit();
      if (limit != null) {
        Gauge.builder("stallmark.generator.reason", this, me -> me.bound.contains(metric) ? 1 : 0)
            .description(HELP.get("stallmark.generator.reason"))
            .tag("reason", limit.reason())
            .register(registry);
      }
    }
    // without a unit: the gauge has the shorter name
    counter("stallmark.generator.bound.seconds", null, me -> me.boundTime);
  }

  @Override
  public synchronized void interval(LiveInterval last) {
    Interval interval = last.interval();
    GeneratorHealth health = last.health();
    List<OperationSeries> series = interval.series();
    for (int i = 0; i < kinds.size(); i++) {
      count(kinds.get(i), series.get(counted.get(i)));
    }
    latencies.interval(series);
    phase = Phase.MEASURING;
    stalls = last.stalls();
    dips = last.dips();
    stalled += last.stalled() / SECOND;
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

  /** Adds the counts of an interval; null: none, so that the meters are 0. */
  private void count(Kind kind, @Nullable OperationSeries its) {
    String base = "stallmark." + (kind.isStatement() ? "statement" : "transaction");
    Tags tags = Tags.of("kind", kind.name());
    if (kind.isStatement()) {
      tags = tags.and("category", kind.category().name().toLowerCase(Locale.ROOT));
      add("stallmark.rows", tags, its, OperationSeries::rows);
      add(base + ".unexpected", tags, its, OperationSeries::unexpected);
    }
    add(base + "s", tags, its, OperationSeries::successes);
    add(base + ".retries", tags, its, OperationSeries::retries);
    add(base + ".errors", tags, its, OperationSeries::failures);
  }

  private void add(
      String name,
      Tags tags,
      @Nullable OperationSeries its,
      ToLongFunction<OperationSeries> count) {
    add(name, null, tags, its == null ? 0 : (double) count.applyAsLong(its));
  }

  /**
   * Adds the cost of a segment of the run by one source, and the transactions and statements that
   * caused it. Their quotient is the cost of one. May be called on any thread.
   */
  @Override
  public synchronized void cost(CostRow row) {
    Tags source = Tags.of("source", row.source().word());
    String base = "stallmark.cost.";
    add(base + "transactions", null, source, (double) row.transactions());
    add(base + "statements", null, source, (double) row.statements());
    Long bytes = row.logicalWrittenBytes();
    if (bytes != null) {
      add(base + "logical.written", "bytes", source, (double) bytes);
    }
    for (CostMetric metric : CostMetric.values()) {
      OptionalLong exact = row.used().of(metric.resource());
      if (exact.isPresent()) {
        MetricUnit unit = metric.unit();
        double used = unit.inBaseUnit((double) exact.getAsLong());
        add(base + metric.meter(), unit.baseUnit(), source, used);
      }
    }
  }

  /**
   * Sets the current size of the tables on disk and of their rows. Sizes that are not reported are
   * absent. May be called on any thread.
   */
  @Override
  public synchronized void stored(long at, StoredSize stored) {
    size = stored;
    for (SizeMetric metric : SizeMetric.values()) {
      SizeMetric.Meter meter = metric.meter();
      if (meter != null && !Double.isNaN(metric.of(stored))) {
        String name = "stallmark.stored" + meter.suffix();
        if (registry.find(name).gauge() == null) {
          gauge(name, meter.unit(), me -> me.size(metric));
        }
      }
    }
  }

  private double size(SizeMetric metric) {
    return size == null ? Double.NaN : metric.of(size);
  }

  /** Returns all meters in Prometheus' text format. */
  synchronized String text() {
    return registry.scrape();
  }

  private void info(RunJob job) {
    Gauge.builder("stallmark.run.info", () -> 1)
        .description(HELP.get("stallmark.run.info"))
        .tag("workload", job.workload().name())
        .tag("binding", job.binding().name())
        .tag("pacing", job.plan().pacing().word())
        .tag("version", StallmarkVersion.stallmark())
        .register(registry);
  }

  private void gauge(String name, @Nullable String unit, ToDoubleFunction<LiveMetrics> value) {
    String help = HELP.get(name);
    Gauge.builder(name, this, value).baseUnit(unit).description(help).register(registry);
  }

  private void counter(String name, @Nullable String unit, ToDoubleFunction<LiveMetrics> value) {
    String help = HELP.get(name);
    FunctionCounter.builder(name, this, value).baseUnit(unit).description(help).register(registry);
  }

  private void add(String name, @Nullable String unit, Tags tags, double more) {
    Counter.builder(name)
        .baseUnit(unit)
        .description(HELP.get(name))
        .tags(tags)
        .register(registry)
        .increment(more);
  }

  private static double collected() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum()
        / MILLIS;
  }

  @Override
  public void closed() {
    if (server != null) {
      server.close();
    }
    registry.close();
  }
}
