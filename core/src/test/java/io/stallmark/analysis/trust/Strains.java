package io.stallmark.analysis.trust;

import java.util.Set;

/** Intervals of a second in which the generator was short of nothing, or of something. */
public final class Strains {

  private static final long SECOND = 1_000_000_000L;
  private static final double MS = 1e6;

  private Strains() {}

  /** The interval that begins at this second of an ordinary run. */
  public static Strain calm(int second) {
    return new Strain(
        second * SECOND,
        (second + 1) * SECOND,
        0.25,
        0.5,
        0.2,
        0.05,
        0,
        0.05,
        4 * MS,
        0,
        1.5 * MS,
        0.25 * MS,
        0.03,
        0,
        0.1 * MS,
        0,
        0,
        Set.of());
  }

  /** The same with a generator that has no processor left. */
  public static Strain bound(int second) {
    return ownCpu(second, 0.93);
  }

  /** The same with such a share of the processors. */
  static Strain ownCpu(int second, double share) {
    Strain calm = calm(second);
    return new Strain(
            calm.start(),
            calm.end(),
            share,
            Math.max(share, calm.machineCpu()),
            calm.serverCpu(),
            calm.othersCpu(),
            calm.stolenCpu(),
            calm.queued(),
            calm.gcPauses(),
            calm.held(),
            calm.wokenLate(),
            calm.startedLate(),
            calm.startedLateShare(),
            calm.missed(),
            calm.clockStep(),
            calm.swapIns(),
            calm.majorFaults(),
            calm.reasons())
        .judged(Set.of());
  }

  /** Of a run without warm-up, on two processors. */
  public static TrustReport report(Strain... strains) {
    TrustReport report = new TrustReport(0, 2);
    for (Strain strain : strains) {
      report.add(strain);
    }
    return report;
  }
}
