package io.stallmark.report.stall;

import io.stallmark.analysis.stall.Dip;

/** {@code dips.csv}: a row for every dip. */
public final class DipsCsv {

  public static final String FILE = "dips.csv";
  public static final String HEAD =
      "start_s,length_s,per_s,lowest_per_s,usual_per_s,longest_ms,generator_held_s\n";

  private DipsCsv() {}

  public static String row(Dip dip) {
    return String.join(
            ",",
            StallsCsv.seconds(dip.start()),
            StallsCsv.seconds(dip.length()),
            StallsCsv.rate(dip.rate()),
            StallsCsv.rate(dip.lowest()),
            StallsCsv.rate(dip.usual()),
            StallsCsv.millis(dip.longest()),
            StallsCsv.seconds(dip.generatorHeld()))
        + "\n";
  }
}
