package io.stallmark.run.document;

import io.stallmark.analysis.stall.Dip;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallRule;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.Periodicity;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.StallFindings.StallThresholds;
import java.math.BigDecimal;
import java.math.MathContext;

/** Converts stalls and dips in nanoseconds to those of a run's document. */
public final class StallSummaries {

  private static final double SECOND = 1e9;

  private StallSummaries() {}

  static StallFindings of(StallReport report) {
    return new StallFindings(
        new StallThresholds(
            percentOf(report.rule().below()),
            report.rule().shortest() / SECOND,
            StallRule.LEARNING / SECOND),
        report.stallCount(),
        report.stalls().stream().map(StallSummaries::of).toList(),
        report.dipCount(),
        report.dips().stream().map(StallSummaries::of).toList(),
        report.periods().stream()
            .map(each -> new Periodicity(each.what(), each.period() / SECOND, each.count()))
            .toList());
  }

  public static StallSummary of(Stall stall) {
    return new StallSummary(
        stall.role().name(),
        stall.role().unit().word(),
        stall.start() / SECOND,
        stall.length() / SECOND,
        stall.lowest(),
        stall.usual(),
        stall.delayed(),
        stall.longest(),
        stall.kinds(),
        stall.generatorHeld() / SECOND,
        stall.cause().word(),
        stall.generatorBound(),
        stall.counters());
  }

  public static DipSummary of(Dip dip) {
    return new DipSummary(
        dip.role().name(),
        dip.role().unit().word(),
        dip.start() / SECOND,
        dip.length() / SECOND,
        dip.rate(),
        dip.lowest(),
        dip.usual(),
        dip.longest(),
        dip.generatorHeld() / SECOND,
        dip.generatorBound());
  }

  /** Converts a share to percent without rounding errors: 7 for 0.07, not 7.000000000000001. */
  public static double percentOf(double share) {
    return BigDecimal.valueOf(100 * share).round(MathContext.DECIMAL32).doubleValue();
  }
}
