package io.stallmark.report.trust;

import io.stallmark.analysis.trust.Reason;
import io.stallmark.analysis.trust.Strain;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.stream.Collectors;

/** {@code trust.csv}: a row for every interval. What nobody says is empty. */
public final class TrustCsv {

  public static final String FILE = "trust.csv";
  public static final String HEAD =
      "start_s,end_s,generator_bound,reasons,own_cpu_percent,machine_cpu_percent,"
          + "server_cpu_percent,other_cpu_percent,stolen_cpu_percent,cpu_queue_percent,gc_pause_ms,held_ms,timer_late_ms,"
          + "start_late_p99_ms,start_late_percent,missed_arrivals,clock_step_ms,"
          + "swap_in_pages_per_s,major_faults_per_s\n";

  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;
  private static final double PERCENT = 100;
  private static final int NANO_DIGITS = 9;
  private static final int DIGITS = 3;

  private TrustCsv() {}

  /** Reasons are parted by spaces. */
  public static String row(Strain strain) {
    return String.join(
            ",",
            number(strain.start() / SECOND, NANO_DIGITS),
            number(strain.end() / SECOND, NANO_DIGITS),
            flag(strain),
            reasons(strain),
            number(PERCENT * strain.ownCpu(), DIGITS),
            number(PERCENT * strain.machineCpu(), DIGITS),
            number(PERCENT * strain.serverCpu(), DIGITS),
            number(PERCENT * strain.othersCpu(), DIGITS),
            number(PERCENT * strain.stolenCpu(), DIGITS),
            number(PERCENT * strain.queued(), DIGITS),
            number(strain.gcPauses() / MILLISECOND, DIGITS),
            number(strain.held() / MILLISECOND, DIGITS),
            number(strain.wokenLate() / MILLISECOND, DIGITS),
            number(strain.startedLate() / MILLISECOND, DIGITS),
            number(PERCENT * strain.startedLateShare(), DIGITS),
            Long.toString(strain.missed()),
            number(strain.clockStep() / MILLISECOND, DIGITS),
            number(strain.swapIns(), DIGITS),
            number(strain.majorFaults(), DIGITS))
        + "\n";
  }

  /** 1: the generator was the bottleneck; else 0. */
  public static String flag(Strain strain) {
    return strain.bound() ? "1" : "0";
  }

  static String reasons(Strain strain) {
    return strain.reasons().stream().sorted().map(Reason::word).collect(Collectors.joining(" "));
  }

  private static String number(double value, int digits) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value)
            .setScale(digits, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        : "";
  }
}
