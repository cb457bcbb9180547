package io.stallmark.result.metric;

import io.stallmark.text.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metric of the load generator's health in an interval. Files, page and metrics endpoint iterate
 * over these constants; terminal and comparison show the verdict on all of them. {@code
 * docs/adr/0011-trust.md} gives the reasons for the limits.
 */
public enum HealthMetric {
  OWN_CPU(
      "own_cpu",
      MetricUnit.PERCENT,
      "own CPU, % of the processors it may use",
      new Limit(
          "own_cpu",
          80,
          "the load generator used %s of its processors",
          "it used up to %s of the processors that it may use",
          "Give it more processors, or a lower load.")),
  MACHINE_CPU("machine_cpu", MetricUnit.PERCENT, "the machine's processors in use, %"),
  /** Absent if the server's process is not found on this machine. */
  SERVER_CPU("server_cpu", MetricUnit.PERCENT, "of them in use by the server, %"),
  /** Limit: only when clients or server waited for a processor. */
  OTHER_CPU(
      "other_cpu",
      MetricUnit.PERCENT,
      "of them in use by other processes, %",
      new Limit(
          "other_cpu",
          25,
          "other processes used %s of this machine",
          "other processes used up to %s of the machine's processors",
          "End them, or measure on a machine without them.")),
  STOLEN_CPU(
      "stolen_cpu",
      MetricUnit.PERCENT,
      "of them given to others by the virtual machine's host, %",
      new Limit(
          "stolen_cpu",
          10,
          "the virtual machine's host gave %s of its processors to others",
          "the host of this virtual machine gave up to %s of its processors to others",
          "Measure again when the host is idle, or on another host.")),
  /** Percentage of the clients' working time. */
  CPU_QUEUE(
      "cpu_queue",
      MetricUnit.PERCENT,
      "clients waiting for a processor, %",
      new Limit(
          "cpu_queue",
          100.0 / 3,
          "the clients waited for a processor for %s of their time",
          "its clients waited for a processor for up to %s of their time",
          "Stop other processes, raise its processor limit, or use a separate machine.")),
  GC_PAUSE(
      "gc_pause",
      MetricUnit.MILLISECONDS,
      "collection of garbage, ms",
      new Limit(
          "gc",
          5,
          "collection of the load generator's garbage took %s of an interval",
          "garbage collection paused it for up to %s of the interval",
          "Give it more memory, such as JAVA_OPTS=-Xmx4g.")),
  /** Total length of the pauses of this process, each 50 ms or longer. */
  HELD(
      "held",
      MetricUnit.MILLISECONDS,
      "not scheduled, ms",
      new Limit(
          "held",
          5,
          "the load generator was not scheduled for %s of an interval",
          "it was not scheduled for up to %s of the interval",
          "Find the cause, such as a signal, a paused virtual machine or swap.")),
  /** Delay of a thread that only sleeps, 20 ms at a time. */
  TIMER_LATE("timer_late", MetricUnit.MILLISECONDS, "timer late, ms"),
  /** Lateness of clients that waited for an arrival; absent if no client waited. */
  START_LATE_P99("start_late_p99", MetricUnit.MILLISECONDS, "starts late, p99, ms"),
  START_LATE(
      "start_late",
      MetricUnit.PERCENT,
      "starts late, % of the response time",
      new Limit(
          "late_starts",
          100.0 / 3,
          "the load generator's late starts were %s of the response time",
          "its own late starts were up to %s of the response time",
          "Use a machine with idle processors, or use service time.")),
  /** Largest number of due arrivals that had no free client. */
  MISSED_ARRIVALS("missed_arrivals", MetricUnit.COUNT, "arrivals without a client"),
  /**
   * Advance of the wall clock minus that of the monotonic clock; negative if the wall clock was set
   * back.
   */
  CLOCK_STEP("clock_step", MetricUnit.MILLISECONDS, "step of the wall clock, ms"),
  SWAP_IN_PAGES(
      "swap_in_pages", MetricUnit.PER_SECOND, "pages the machine read back from swap, /s"),
  /**
   * Major faults of this process. The limit applies only while the machine reads pages back from
   * swap.
   */
  MAJOR_FAULTS(
      "major_faults",
      MetricUnit.PER_SECOND,
      "waits for swapped memory, /s",
      new Limit(
          "swap",
          100,
          "the load generator waited %s times a second for swapped memory",
          "it waited up to %s times a second for memory that was swapped out",
          "Free memory on this machine.")),
  /** Share of the periods of a control group's quota in which the group had used it up. */
  THROTTLED(
      "throttled",
      MetricUnit.PERCENT,
      "quota periods in which it was throttled, %",
      new Limit(
          "quota",
          10,
          "a processor quota stopped the load generator in %s of its periods",
          "the quota of its control group stopped it in up to %s of the periods",
          "Raise the quota, such as docker's --cpus, or lower the load.")),
  /** Time that the server's threads waited for a processor, of this time and their CPU time. */
  SERVER_QUEUE("server_queue", MetricUnit.PERCENT, "server waiting for a processor, %"),
  /** Of all processes of the machine. */
  CONTEXT_SWITCHES("context_switches", MetricUnit.PER_SECOND, "context switches, /s"),
  /** At the end of the interval. Memory that several processes share counts once. */
  SERVER_MEMORY("server_memory", MetricUnit.KILOBYTES, "memory of the server, kB");

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
          CPU_QUEUE,
          START_LATE);

  /**
   * Limit of a metric. At the limit or above it, the generator was the bottleneck.
   *
   * @param reason name of the limit in files
   * @param most the limit: a percentage of the interval for times, otherwise in the metric's unit
   * @param brief short sentence for one line, with {@code %s} for the worst measured value
   * @param sentence part of a sentence, with {@code %s} for the measured value
   * @param remedy advice for the user, one or more sentences
   */
  public record Limit(String reason, double most, String brief, String sentence, String remedy) {}

  private final String metric;
  private final MetricUnit unit;
  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a number
  private final @Nullable Limit limit;

  HealthMetric(String metric, MetricUnit unit, String label) {
    this(metric, unit, label, null);
  }

  HealthMetric(String metric, MetricUnit unit, String label, @Nullable Limit limit) {
    this.metric = metric;
    this.unit = unit;
    this.label = label;
    this.limit = limit;
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
    return label;
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
