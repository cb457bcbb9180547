package io.stallmark.report.stall;

import io.stallmark.analysis.stall.Dip;

/** {@code dips.csv}: a row for every dip. */
public final class DipsCsv {

  public static final String FILE = "dips.csv";
  public static final String HEAD =
      "start_s,length_s,per_s,lowest_per_s,usual_per_s,longest_ms,generator_held_s,generator_bound\n";

  private DipsCsv() {}

  /**
   * @param bound whether the generator was the bottleneck in a part of it
   */
  public static String row(Dip dip, boolean bound) {
    return String.join(
            ",",
            StallsCsv.seconds(dip.start()),
            StallsCsv.seconds(dip.length()),
            StallsCsv.rate(dip.rate()),
            StallsCsv.rate(dip.lowest()),
            StallsCsv.rate(dip.usual()),
            StallsCsv.millis(dip.longest()),
            StallsCsv.seconds(dip.generatorHeld()),
            StallsCsv.flag(bound))
        + "\n";
  }
}
