package io.stallmark.analysis.trust;

/**
 * The worst that any interval had. Units as in {@link Strain}; NaN: nobody says.
 *
 * @param clockStep the widest, in either direction
 * @param clockStepAt the end of the interval that had it
 */
public record Worst(
    double ownCpu,
    double machineCpu,
    double serverCpu,
    double othersCpu,
    double stolenCpu,
    double queued,
    double gcPauses,
    double held,
    double wokenLate,
    double startedLate,
    long missed,
    double clockStep,
    long clockStepAt,
    double swapIns,
    double majorFaults) {

  static final Worst NONE =
      new Worst(
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          Double.NaN,
          0,
          0,
          0,
          Double.NaN,
          Double.NaN);

  Worst and(Strain strain) {
    boolean further = Math.abs(strain.clockStep()) > Math.abs(clockStep);
    return new Worst(
        max(ownCpu, strain.ownCpu()),
        max(machineCpu, strain.machineCpu()),
        max(serverCpu, strain.serverCpu()),
        max(othersCpu, strain.othersCpu()),
        max(stolenCpu, strain.stolenCpu()),
        max(queued, strain.queued()),
        max(gcPauses, strain.gcPauses()),
        max(held, strain.held()),
        max(wokenLate, strain.wokenLate()),
        max(startedLate, strain.startedLate()),
        Math.max(missed, strain.missed()),
        further ? strain.clockStep() : clockStep,
        further ? strain.end() : clockStepAt,
        max(swapIns, strain.swapIns()),
        max(majorFaults, strain.majorFaults()));
  }

  private static double max(double a, double b) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
  }
}
