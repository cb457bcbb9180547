package io.stallmark.result;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A metric of the generator's own health in an interval. Files, terminal, page, comparison and
 * metrics endpoint iterate over these constants; {@code docs/adr/0011-trust.md} has the reasons for
 * the limits.
 */
public enum HealthMetric {
  OWN_CPU(
      "own_cpu",
      MetricUnit.PERCENT,
      "own CPU, % of the processors it may use",
      new Limit(
          "own_cpu",
          80,
          "it used up to %s of the processors that it may use",
          "Give it more processors, or less to do.")),
  MACHINE_CPU("machine_cpu", MetricUnit.PERCENT, "the machine's processors in use, %"),
  /** Absent where the server's process is not seen on this machine. */
  SERVER_CPU("server_cpu", MetricUnit.PERCENT, "of them in use by the server, %"),
  OTHER_CPU("other_cpu", MetricUnit.PERCENT, "of them in use by other processes, %"),
  STOLEN_CPU(
      "stolen_cpu",
      MetricUnit.PERCENT,
      "of them given to others by the virtual machine's host, %",
      new Limit(
          "stolen_cpu",
          10,
          "the host of this virtual machine gave up to %s of its processors to others",
          "Measure again when they rest, or on another host.")),
  /** Of the time that clients were at work. */
  CPU_QUEUE(
      "cpu_queue",
      MetricUnit.PERCENT,
      "clients waiting for a processor, %",
      new Limit(
          "cpu_queue",
          100.0 / 3,
          "its clients waited for a processor for up to %s of their time",
          "End what else takes its processors, lift a limit on them, or give it a separate"
              + " machine.")),
  GC_PAUSE(
      "gc_pause",
      MetricUnit.MILLISECONDS,
      "collection of garbage, ms",
      new Limit(
          "gc",
          5,
          "it stood still for the collection of garbage for up to %s of the interval",
          "Give it more memory, such as JAVA_OPTS=-Xmx4g.")),
  /** Time in which this process did not run at all, in pieces of 50 ms or more. */
  HELD(
      "held",
      MetricUnit.MILLISECONDS,
      "did not get to run, ms",
      new Limit(
          "held",
          5,
          "it did not get to run for up to %s of the interval",
          "Look for what stopped it: swap, a paused virtual machine, processes of a higher"
              + " priority.")),
  /** Of the collector, which wants to wake every 20 ms. */
  TIMER_LATE("timer_late", MetricUnit.MILLISECONDS, "timer late, ms"),
  /** Of clients that waited for an arrival; absent where none did. */
  START_LATE_P99("start_late_p99", MetricUnit.MILLISECONDS, "starts late, p99, ms"),
  START_LATE(
      "start_late",
      MetricUnit.PERCENT,
      "starts late, % of the response time",
      new Limit(
          "late_starts",
          100.0 / 3,
          "its own late starts were up to %s of the response time",
          "Leave it idle processors; service time has no late starts in it.")),
  /** Arrivals that were due and had no client to start them, at most. */
  MISSED_ARRIVALS("missed_arrivals", MetricUnit.COUNT, "arrivals without a client"),
  /** How much further the wall clock went than the time; below 0: it went back. */
  CLOCK_STEP("clock_step", MetricUnit.MILLISECONDS, "step of the wall clock, ms"),
  SWAP_IN_PAGES(
      "swap_in_pages", MetricUnit.PER_SECOND, "pages the machine read back from swap, /s"),
  /** Of this process; its limit counts only while the machine reads pages back from swap. */
  MAJOR_FAULTS(
      "major_faults",
      MetricUnit.PER_SECOND,
      "waits of its own for memory on disk, /s",
      new Limit(
          "swap",
          100,
          "it waited up to %s times a second for memory that was swapped out",
          "Free memory on this machine."));

  /**
   * The figure from which on the generator was the bottleneck.
   *
   * @param reason its name in files
   * @param most of a time a percentage of the interval, else in the metric's unit
   * @param sentence part of one, about a figure
   * @param remedy a sentence or more
   */
  public record Limit(String reason, double most, String sentence, String remedy) {}

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

  /** For readers, with the unit. */
  public String label() {
    return label;
  }

  /** Null: the metric never makes the generator the bottleneck. */
  public @Nullable Limit limit() {
    return limit;
  }

  /** Merges the figures of two intervals: the higher one, of steps the wider one. */
  public double peak(double a, double b) {
    boolean wider = this == CLOCK_STEP ? Math.abs(b) > Math.abs(a) : b > a;
    return Double.isNaN(a) || wider ? b : a;
  }

  /** Whether figures at the limit are percentages, and not numbers a second. */
  public boolean hasPercentLimit() {
    return unit != MetricUnit.PER_SECOND;
  }

  /** A figure that the limit is for, with its unit. */
  public String limitText(double figure) {
    return hasPercentLimit()
        ? String.format(Locale.ROOT, "%.0f %%", figure)
        : String.format(Locale.ROOT, "%,.0f", figure);
  }
}
