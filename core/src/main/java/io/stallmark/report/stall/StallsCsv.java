package io.stallmark.report.stall;

import io.stallmark.analysis.counters.CounterMove;
import io.stallmark.analysis.stall.Stall;
import java.math.BigDecimal;
import java.util.stream.Collectors;

/** {@code stalls.csv}: a row for every stall. */
public final class StallsCsv {

  public static final String FILE = "stalls.csv";
  public static final String HEAD =
      "start_s,length_s,lowest_per_s,delayed,longest_ms,kinds,usual_per_s,generator_held_s,"
          + "counters,generator_bound\n";

  private static final int SECOND_DIGITS = 9;
  private static final int MILLI_DIGITS = 6;

  private StallsCsv() {}

  /**
   * Lists within a field are parted by spaces.
   *
   * @param bound whether the generator was the bottleneck in a part of it
   */
  public static String row(Stall stall, boolean bound) {
    return String.join(
            ",",
            seconds(stall.start()),
            seconds(stall.length()),
            rate(stall.lowest()),
            Long.toString(stall.delayed()),
            millis(stall.longest()),
            String.join(" ", stall.kinds()),
            rate(stall.usual()),
            seconds(stall.generatorHeld()),
            stall.counters().stream().map(StallsCsv::move).collect(Collectors.joining(" ")),
            flag(bound))
        + "\n";
  }

  private static String move(CounterMove move) {
    return move.name().replaceAll("[\\s,]+", "_") + "=+" + move.change();
  }

  static String flag(boolean bound) {
    return bound ? "1" : "0";
  }

  static String seconds(long nanos) {
    return decimal(nanos, SECOND_DIGITS);
  }

  static String millis(long nanos) {
    return decimal(nanos, MILLI_DIGITS);
  }

  static String rate(double perSecond) {
    return BigDecimal.valueOf(Math.round(perSecond)).toPlainString();
  }

  private static String decimal(long nanos, int digits) {
    return BigDecimal.valueOf(nanos, digits).stripTrailingZeros().toPlainString();
  }
}
