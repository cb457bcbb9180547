package io.stallmark.analysis.trust;

import java.util.Locale;

/**
 * Why the generator was the bottleneck of an interval: a figure that reached its limit. {@code
 * docs/adr/0011-trust.md} has the reasons for the limits.
 */
public enum Reason {
  /** k6 and others say the same: beyond it a generator delays itself. */
  OWN_CPU(
      0.8,
      "it used up to %s of the processors that it may use",
      "Give it more processors, or less to do."),

  /** What was measured is half as much again as it would have been with processors to spare. */
  CPU_QUEUE(
      1.0 / 3,
      "its clients waited for a processor for up to %s of their time",
      "End what else takes its processors, lift a limit on them, or give it a machine of its own."),

  /** So much throughput is lost at least, and what lies beyond p95 are the pauses. */
  GC(
      0.05,
      "it stood still for the collection of garbage for up to %s of the interval",
      "Give it more memory, such as JAVA_OPTS=-Xmx4g."),

  /** The same of pauses of any other cause. */
  HELD(
      0.05,
      "it did not get to run for up to %s of the interval",
      "Look for what stopped it: swap, a paused virtual machine, processes of a higher priority."),

  /** As of the processors' queue, which is the most frequent cause. */
  LATE_STARTS(
      1.0 / 3,
      "its own late starts were up to %s of the response time",
      "Leave it idle processors; service time has no late starts in it."),

  /** Twice what is held to be harmless on virtual machines; such time is in no other figure. */
  STOLEN_CPU(
      0.1,
      "the host of this virtual machine gave up to %s of its processors to others",
      "Measure again when they rest, or on another host."),

  /** Each takes between a tenth of a millisecond and ten. */
  SWAP(
      100,
      "it waited up to %s times a second for memory that was swapped out",
      "Free memory on this machine.");

  private static final double PERCENT = 100;

  private final double limit;
  private final String words;
  private final String remedy;

  Reason(double limit, String words, String remedy) {
    this.limit = limit;
    this.words = words;
    this.remedy = remedy;
  }

  /** From which on the generator was the bottleneck: a share, or a number a second. */
  public double limit() {
    return limit;
  }

  /** Whether figure and limit are shares, 0 to 1, and not numbers a second. */
  public boolean share() {
    return limit < 1;
  }

  /** What the limit is of; NaN: nobody says. */
  double figure(Strain strain) {
    return switch (this) {
      case OWN_CPU -> strain.ownCpu();
      case CPU_QUEUE -> strain.queued();
      case GC -> strain.gcPauses() / strain.length();
      case HELD -> strain.held() / strain.length();
      case LATE_STARTS -> strain.startedLateShare();
      case STOLEN_CPU -> strain.stolenCpu();
      case SWAP -> strain.swapIns() > 0 ? strain.majorFaults() : 0;
    };
  }

  /** As it stands in files. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Part of a sentence about a figure. */
  String words(double value) {
    return String.format(Locale.ROOT, words, figure(value));
  }

  /** What to do against it, a sentence or more. */
  String remedy() {
    return remedy;
  }

  String limitWords() {
    return figure(limit);
  }

  private String figure(double value) {
    return share()
        ? String.format(Locale.ROOT, "%.0f %%", PERCENT * value)
        : String.format(Locale.ROOT, "%,.0f", value);
  }
}
