package io.stallmark.analysis.trust;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.engine.RunResult;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.TrustSummary;
import io.stallmark.result.TrustSummary.ReasonLimit;
import io.stallmark.result.TrustSummary.TrustLimits;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.result.metric.MetricUnit;
import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Verdict on whether a run's result can be trusted.
 *
 * @param judged whether the run was judged; otherwise it was too short
 * @param doubts reasons not to trust the result, whole sentences; empty: none
 * @param cautions remarks for the reader of a trusted result too, whole sentences
 */
public record TrustVerdict(
    TrustReport report, boolean judged, List<String> doubts, List<String> cautions) {

  /** Maximum percentage of the judged time in which the generator may be the bottleneck. */
  private static final double MOST_FLAGGED = 10;

  /**
   * Maximum percentage of arrivals that may never start. With more, p99 would not include the
   * slowest ones.
   */
  private static final double MOST_NEVER_STARTED = 1;

  /** Percentage of the time from which a disk is busy enough to delay the server. */
  private static final double DISK_BUSY = 50;

  private static final double PERCENT = 100;
  private static final double MEGABYTE = 1e6;
  private static final double MILLISECOND = 1e6;
  private static final double SECOND = 1e9;

  /**
   * Percentage of the response time, or of the processors, from which a caution is given: twice the
   * value of an idle machine.
   */
  private static final double MUCH = 10;

  /** Lateness in nanoseconds that is negligible compared with any server's response time. */
  private static final long LITTLE = 10_000;

  /** Milliseconds. Time servers slew a clock by at most 0.05 %; a larger change is a step. */
  private static final double STEP = 100;

  public TrustVerdict {
    doubts = List.copyOf(doubts);
    cautions = List.copyOf(cautions);
  }

  /**
   * Returns the verdict on a run that has ended.
   *
   * @param costs cost of the run by each source that reported
   * @param inside whether the database runs in the generator's process
   */
  public static TrustVerdict of(
      RunResult result, TrustReport report, List<SourceCost> costs, boolean inside) {
    List<String> doubts = new ArrayList<>();
    List<String> cautions = new ArrayList<>();
    if (!result.balanced()) {
      doubts.add(RunVerdict.imbalance(result));
    }
    if (report.judgedFlagged() > 0) {
      boolean much = report.flaggedPercent() > MOST_FLAGGED;
      (much ? doubts : cautions).add(bound(report));
    }
    if (result.neverStarted() > 0) {
      boolean much = PERCENT * result.neverStarted() > MOST_NEVER_STARTED * result.scheduled();
      (much ? doubts : cautions).add(neverStarted(result));
    }
    if (inside) {
      cautions.add(
          "The database runs in the generator's process: their processor time, garbage and waits for"
              + " processors cannot be separated, so they were not judged.");
    }
    lateness(result, cautions);
    shared(report, inside, cautions);
    disk(costs, cautions);
    if (Math.abs(report.peak(HealthMetric.CLOCK_STEP)) >= STEP) {
      cautions.add(step(report));
    }
    return new TrustVerdict(report, report.judged() > 0 || !doubts.isEmpty(), doubts, cautions);
  }

  /** Returns this verdict with the doubts of the workload or the database. */
  public TrustVerdict with(List<String> more) {
    List<String> all = Stream.concat(doubts.stream(), more.stream()).toList();
    return new TrustVerdict(report, judged || !more.isEmpty(), all, cautions);
  }

  /** Whether the run was judged and there is no doubt about the generator. */
  public boolean trusted() {
    return judged && doubts.isEmpty();
  }

  /** Returns doubts and cautions together, to be shown before the results. */
  public List<String> warnings() {
    return Stream.concat(doubts.stream(), cautions.stream()).toList();
  }

  /** Returns the sentence that names the cause first, and then what else was seen. */
  private static String bound(TrustReport report) {
    List<String> reasons = report.reasons().stream().map(each -> reason(report, each)).toList();
    String also = String.join(", ", reasons.subList(1, reasons.size()));
    return Text.format(
        "In %,d of %,d %s the generator, not the database, was the bottleneck: %s. %s%s",
        report.judgedFlagged(),
        report.judged(),
        report.judged() == 1 ? "interval" : "intervals",
        reasons.get(0),
        limit(report.reasons().get(0)).remedy(),
        also.isEmpty() ? "" : " Also: " + also + ".");
  }

  private static String reason(TrustReport report, HealthMetric metric) {
    HealthMetric.Limit limit = limit(metric);
    String worst = metric.limitText(report.worst(metric));
    return Text.format(
        "%s (in %,d; limit %s)",
        Text.format(limit.sentence(), worst), report.count(metric), metric.limitText(limit.most()));
  }

  private static HealthMetric.Limit limit(HealthMetric metric) {
    return Objects.requireNonNull(metric.limit());
  }

  private static String neverStarted(RunResult result) {
    return Text.format(
        "%,d of the %,d transactions that were due (%.2f %%) never started; the response times do"
            + " not include their waiting time.",
        result.neverStarted(),
        result.scheduled(),
        PERCENT * result.neverStarted() / result.scheduled());
  }

  private static void lateness(RunResult result, List<String> cautions) {
    LatencySummary timer = LatencySummary.of(result.timerLateness());
    if (result.timerLateness().getTotalCount() > 0) {
      LatencySummary response = LatencySummary.of(result.totals().get(0).response());
      if (much(timer.p50(), response.p50()) || much(timer.p99(), response.p99())) {
        cautions.add(lateness(timer, response));
      }
    }
  }

  private static boolean much(long lateness, long response) {
    return lateness >= LITTLE && PERCENT * lateness > MUCH * response;
  }

  private static String lateness(LatencySummary timer, LatencySummary response) {
    return Text.format(
        "Much of the response time is the client's delay in starting transactions: %.3f of"
            + " %.3f ms at the median, %.3f of %.3f ms at the 99th percentile. Use a machine with"
            + " idle processors, or use service time.",
        timer.p50() / MILLISECOND,
        response.p50() / MILLISECOND,
        timer.p99() / MILLISECOND,
        response.p99() / MILLISECOND);
  }

  /**
   * Adds a caution about processes that share the machine. Other processes matter at any load if
   * the server's process is known: they evict its data from caches, and use its disks.
   */
  private static void shared(TrustReport report, boolean inside, List<String> cautions) {
    double machine = report.mean(HealthMetric.MACHINE_CPU);
    double server = report.mean(HealthMetric.SERVER_CPU);
    double others = report.mean(HealthMetric.OTHER_CPU);
    boolean seen = inside || !Double.isNaN(server);
    double rest = (Double.isNaN(server) ? 0 : server) + others;
    boolean saturated = machine + report.mean(HealthMetric.STOLEN_CPU) >= GeneratorHealth.SATURATED;
    if ((saturated && rest >= MUCH) || (seen && others >= MUCH)) {
      cautions.add(
          Text.format(
              "The processors of this machine were %.0f %% busy: the generator used %.0f %%, %s",
              machine,
              machine - rest,
              seen ? besideIt(server, others, saturated) : unseen(others)));
    }
  }

  /** Adds a caution about a busy disk that others than the server use more than the server. */
  private static void disk(List<SourceCost> costs, List<String> cautions) {
    SourceCost disk = of(CostSource.DISK, costs);
    SourceCost server = of(CostSource.PROCESS, costs);
    if (disk == null || server == null || server.used().of(Resource.WRITTEN_BYTES).isEmpty()) {
      return;
    }
    double busy = PERCENT * disk.used().of(Resource.DISK_BUSY_NANOS).orElse(0) / disk.nanos();
    double all = bytesPerSecond(disk);
    double others = all - bytesPerSecond(server);
    if (busy >= DISK_BUSY && others > all / 2) {
      cautions.add(
          Text.format(
              "Other processes made %.0f %% of the traffic of %.1f MB/s on the server's disk, which"
                  + " was busy for %.0f %% of the time: without them the server may be faster.",
              PERCENT * others / all, all / MEGABYTE, busy));
    }
  }

  private static @Nullable SourceCost of(CostSource source, List<SourceCost> costs) {
    return costs.stream().filter(cost -> cost.source() == source).findFirst().orElse(null);
  }

  private static double bytesPerSecond(SourceCost cost) {
    long bytes =
        cost.used().of(Resource.READ_BYTES).orElse(0)
            + cost.used().of(Resource.WRITTEN_BYTES).orElse(0);
    return bytes * SECOND / cost.nanos();
  }

  /**
   * Returns the shares of the others; those of the server are not a number inside the generator.
   */
  private static String besideIt(double server, double others, boolean saturated) {
    boolean inside = Double.isNaN(server);
    return Text.format(
        "%sother processes %.0f %%. %s",
        inside ? "" : Text.format("the server %.0f %%, ", server),
        others,
        saturated && !inside
            ? "They waited for each other: with separate processors the server may be faster."
            : "The others also used the machine's caches, memory and disks: without them the"
                + " server may be faster.");
  }

  private static String unseen(double others) {
    return Text.format(
        "other processes %.0f %%. The server's process was not found, and other processes may have"
            + " delayed the generator.",
        others);
  }

  private static String step(TrustReport report) {
    double step = report.peak(HealthMetric.CLOCK_STEP);
    return Text.format(
        "The wall clock went %s by %,.3f s within the interval that ends at %,.1f s: it was set,"
            + " or the machine was suspended. Later timestamps are wrong; durations are correct.",
        step > 0 ? "forward" : "back",
        Math.abs(step) * MILLISECOND / SECOND,
        report.clockStepAt() / SECOND);
  }

  /** Returns the verdict as {@code run.json} contains it. */
  public TrustSummary summary() {
    Map<String, Number> worst = new LinkedHashMap<>();
    Map<String, ReasonLimit> limits = new LinkedHashMap<>();
    for (HealthMetric metric : HealthMetric.values()) {
      double figure = report.peak(metric);
      if (metric.unit() == MetricUnit.COUNT) {
        worst.put(metric.jsonName(), Double.isNaN(figure) ? 0L : Math.round(figure));
      } else if (Double.isFinite(figure)) {
        worst.put(metric.jsonName(), figure);
      }
      HealthMetric.Limit limit = metric.limit();
      if (limit != null) {
        limits.put(
            limit.reason(),
            new ReasonLimit(
                metric.hasPercentLimit() ? limit.most() : null,
                metric.hasPercentLimit() ? null : limit.most(),
                report.count(metric),
                report.count(metric) == 0 ? null : report.worst(metric)));
      }
    }
    return new TrustSummary(
        judged ? trusted() : null,
        doubts,
        cautions,
        report.reasons().isEmpty() ? null : limit(report.reasons().get(0)).reason(),
        report.intervals(),
        report.flagged(),
        report.judgedFrom() / SECOND,
        report.judged(),
        report.judgedFlagged(),
        report.flaggedPercent(),
        report.processors(),
        worst,
        new TrustLimits(MOST_FLAGGED, MOST_NEVER_STARTED, limits));
  }
}
