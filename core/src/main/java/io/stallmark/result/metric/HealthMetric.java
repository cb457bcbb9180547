package io.stallmark.result.metric;

import io.stallmark.text.Text;
import io.stallmark.text.TextResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metric of the load generator's health in an interval. Files, page and metrics endpoint iterate
 * over these constants; terminal and comparison show the verdict on all of them. {@code
 * docs/adr/0011-trust.md} gives the reasons for the limits.
 */
public enum HealthMetric {
  OWN_CPU("own_cpu", MetricUnit.PERCENT, "own_cpu", 80),
  MACHINE_CPU("machine_cpu", MetricUnit.PERCENT),
  /** Absent if the server's process is not found on this machine. */
  SERVER_CPU("server_cpu", MetricUnit.PERCENT),
  /** Limit: only when clients or server waited for a processor. */
  OTHER_CPU("other_cpu", MetricUnit.PERCENT, "other_cpu", 25),
  STOLEN_CPU("stolen_cpu", MetricUnit.PERCENT, "stolen_cpu", 10),
  /** Percentage of the clients' working time. */
  CPU_QUEUE("cpu_queue", MetricUnit.PERCENT, "cpu_queue", 100.0 / 3),
  GC_PAUSE("gc_pause", MetricUnit.MILLISECONDS, "gc", 5),
  /** Total length of the pauses of this process, each 50 ms or longer. */
  HELD("held", MetricUnit.MILLISECONDS, "held", 5),
  /** Delay of a thread that only sleeps, 20 ms at a time. */
  TIMER_LATE("timer_late", MetricUnit.MILLISECONDS),
  /** How much later a transaction ended that the late collector counts in this interval. */
  COLLECTED_LATE("collected_late", MetricUnit.MILLISECONDS, "collected_late", 5),
  /** Lateness of clients that waited for an arrival; absent if no client waited. */
  START_LATE_P99("start_late_p99", MetricUnit.MILLISECONDS),
  START_LATE("start_late", MetricUnit.PERCENT, "late_starts", 100.0 / 3),
  /** Largest number of due arrivals that had no free client. */
  MISSED_ARRIVALS("missed_arrivals", MetricUnit.COUNT),
  /**
   * Advance of the wall clock minus that of the monotonic clock; negative if the wall clock was set
   * back.
   */
  CLOCK_STEP("clock_step", MetricUnit.MILLISECONDS),
  SWAP_IN_PAGES("swap_in_pages", MetricUnit.PER_SECOND),
  /**
   * Major faults of this process. The limit applies only while the machine reads pages back from
   * swap.
   */
  MAJOR_FAULTS("major_faults", MetricUnit.PER_SECOND, "swap", 100),
  /** Share of the periods of a control group's quota in which the group had used it up. */
  THROTTLED("throttled", MetricUnit.PERCENT, "quota", 10),
  /** Time that the server's threads waited for a processor, of this time and their CPU time. */
  SERVER_QUEUE("server_queue", MetricUnit.PERCENT),
  /** Of all processes of the machine. */
  CONTEXT_SWITCHES("context_switches", MetricUnit.PER_SECOND),
  /** At the end of the interval. Memory that several processes share counts once. */
  SERVER_MEMORY("server_memory", MetricUnit.KILOBYTES);

  /**
   * Metrics with a limit, causes before their symptoms. Of the metrics that reached their limits in
   * an interval, the first one in this list is the cause.
   */
  public static final List<HealthMetric> CAUSES =
      List.of(
          THROTTLED,
          OTHER_CPU,
          STOLEN_CPU,
          MAJOR_FAULTS,
          GC_PAUSE,
          OWN_CPU,
          HELD,
          COLLECTED_LATE,
          CPU_QUEUE,
          START_LATE);

  /** Labels by the names of metrics, and texts of limits by the names of limits. */
  private static final TextResource TEXTS = new TextResource(HealthMetric.class, "health");

  /**
   * Limit of a metric. At the limit or above it, the generator was the bottleneck.
   *
   * @param reason name of the limit in files
   * @param most the limit: a percentage of the interval for times, otherwise in the metric's unit
   */
  public record Limit(String reason, double most) {

    /** Short sentence for one line, with {@code %s} for the worst measured value. */
    public String brief() {
      return TEXTS.get(reason + ".brief");
    }

    /** Part of a sentence, with {@code %s} for the measured value. */
    public String sentence() {
      return TEXTS.get(reason + ".sentence");
    }

    /** Advice for the user, one or more sentences. */
    public String remedy() {
      return TEXTS.get(reason + ".remedy");
    }
  }

  private final String metric;
  private final MetricUnit unit;

  @SuppressWarnings("ImmutableEnumChecker") // a record of a text and a number
  private final @Nullable Limit limit;

  HealthMetric(String metric, MetricUnit unit) {
    this.metric = metric;
    this.unit = unit;
    limit = null;
  }

  HealthMetric(String metric, MetricUnit unit, String reason, double most) {
    this.metric = metric;
    this.unit = unit;
    limit = new Limit(reason, most);
  }

  /** Name of the column in {@code trust.csv}. */
  public String column() {
    return unit.column(metric);
  }

  /** Name in {@code trust.worst} of {@code run.json}. */
  public String jsonName() {
    return unit.name(metric);
  }

  public MetricUnit unit() {
    return unit;
  }

  /** Label for readers, with the unit. */
  public String label() {
    return TEXTS.get(metric);
  }

  /** Limit of the metric; null: the metric never makes the generator the bottleneck. */
  public @Nullable Limit limit() {
    return limit;
  }

  /**
   * Merges the values of two intervals: the higher value; for clock steps, the larger absolute
   * value.
   */
  public double peak(double a, double b) {
    boolean wider = this == CLOCK_STEP ? Math.abs(b) > Math.abs(a) : b > a;
    return Double.isNaN(a) || wider ? b : a;
  }

  /** Whether values compared with the limit are percentages, not numbers per second. */
  public boolean hasPercentLimit() {
    return unit != MetricUnit.PER_SECOND;
  }

  /** Formats a value that is compared with the limit, with its unit. */
  public String limitText(double figure) {
    return hasPercentLimit() ? Text.format("%.0f %%", figure) : Text.format("%,.0f", figure);
  }
}
