package io.stallmark.analysis.trust;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What the intervals of a run came to; grows with them. Used by one thread. */
public final class TrustReport {

  /**
   * A Java machine that has just started compiles its own code, and that takes all processors: what
   * is flagged then is no verdict on the run. A warm-up counts.
   */
  public static final long COLD = TimeUnit.SECONDS.toNanos(3);

  private final long judgedFrom;
  private final double processors;
  private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);
  private final Map<Reason, Double> worstFigures = new EnumMap<>(Reason.class);
  private long intervals;
  private long flagged;
  private long judged;
  private long judgedFlagged;
  private double judgedTime;
  private double flaggedTime;
  private double ownCpu; // over time, as the next ones
  private double machineCpu;
  private double serverCpu;
  private double othersCpu;
  private double stolenCpu;
  private Worst worst = Worst.NONE;

  TrustReport(long warmup, double processors) {
    judgedFrom = judgedFrom(warmup);
    this.processors = processors;
  }

  /** From when on intervals count, in nanoseconds after a warm-up of so many. */
  public static long judgedFrom(long warmup) {
    return Math.max(0, COLD - warmup);
  }

  void add(Strain strain) {
    intervals++;
    flagged += strain.bound() ? 1 : 0;
    worst = worst.and(strain);
    if (strain.start() < judgedFrom) {
      return;
    }
    judged++;
    judgedTime += strain.length();
    ownCpu += strain.ownCpu() * strain.length();
    machineCpu += strain.machineCpu() * strain.length();
    serverCpu += strain.serverCpu() * strain.length();
    othersCpu += strain.othersCpu() * strain.length();
    stolenCpu += strain.stolenCpu() * strain.length();
    if (strain.bound()) {
      judgedFlagged++;
      flaggedTime += strain.length();
    }
    for (Reason reason : strain.reasons()) {
      counts.merge(reason, 1L, Long::sum);
      worstFigures.merge(reason, reason.figure(strain), Math::max);
    }
  }

  /** Whole intervals. */
  public long intervals() {
    return intervals;
  }

  /** Those in which the generator was the bottleneck. */
  public long flagged() {
    return flagged;
  }

  /** From when on intervals count for the verdict, nanoseconds. */
  public long judgedFrom() {
    return judgedFrom;
  }

  /** Those that do. */
  public long judged() {
    return judged;
  }

  /** Those of them in which the generator was the bottleneck. */
  public long judgedFlagged() {
    return judgedFlagged;
  }

  /** The share of the judged time in which it was, 0 to 1. */
  public double flaggedShare() {
    return judgedTime == 0 ? 0 : flaggedTime / judgedTime;
  }

  /** In how many of the judged intervals it was for this reason. */
  public long count(Reason reason) {
    return counts.getOrDefault(reason, 0L);
  }

  /** The worst figure of a reason that was one. */
  double worst(Reason reason) {
    return worstFigures.getOrDefault(reason, Double.NaN);
  }

  /** The worst of every figure, in all intervals. */
  public Worst worst() {
    return worst;
  }

  /** Processors that the generator may use. */
  public double processors() {
    return processors;
  }

  /** The share of them that it used in the judged time; NaN: nobody says. */
  double ownCpu() {
    return ownCpu / judgedTime;
  }

  /** The share of the machine's that anybody used in the judged time; NaN: nobody says. */
  double machineCpu() {
    return machineCpu / judgedTime;
  }

  /** The share of the machine's that the server used; NaN: it was not seen all the time. */
  double serverCpu() {
    return serverCpu / judgedTime;
  }

  /** What neither the generator nor a server that was seen used; NaN: nobody says. */
  double othersCpu() {
    return othersCpu / judgedTime;
  }

  /** What the host of a virtual machine gave to others; NaN: nobody says. */
  double stolenCpu() {
    return stolenCpu / judgedTime;
  }
}
