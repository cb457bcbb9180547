package io.stallmark.analysis;

import io.stallmark.engine.RunResult;
import io.stallmark.record.Kind.Category;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.RunDocument.KindLimitSummary;
import io.stallmark.result.RunDocument.NamedRate;
import io.stallmark.spi.workload.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run achieved of the rate and the limits that its workload declares for kinds of
 * transaction. Kinds without a transaction are left out.
 *
 * @param headline null: there is none
 */
public record KindOutcome(@Nullable NamedRate headline, List<KindLimitSummary> limits) {

  /** Outcome of a workload that declares nothing. */
  public static final KindOutcome NONE = new KindOutcome(null, List.of());

  private static final double SECOND = 1e9;

  public KindOutcome {
    limits = List.copyOf(limits);
  }

  /** Returns the outcome of a run that has ended. */
  public static KindOutcome of(Scenario declared, RunResult result) {
    Scenario.KindRate rate = declared.headline().orElse(null);
    return new KindOutcome(
        rate == null ? null : rate(rate, result), limits(declared.kindLimits(), result));
  }

  private static @Nullable NamedRate rate(Scenario.KindRate rate, RunResult result) {
    OperationSeries series = series(rate.kind(), result);
    return series == null
        ? null
        : new NamedRate(
            rate.kind(),
            rate.unit(),
            series.successes() * rate.seconds() * SECOND / result.elapsed());
  }

  private static List<KindLimitSummary> limits(
      List<Scenario.KindLimit> declared, RunResult result) {
    List<KindLimitSummary> limits = new ArrayList<>();
    for (Scenario.KindLimit limit : declared) {
      OperationSeries series = series(limit.kind(), result);
      if (series != null) {
        double reached = series.response().getValueAtPercentile(limit.percent()) / SECOND;
        limits.add(
            new KindLimitSummary(
                limit.kind(),
                limit.percent(),
                limit.seconds(),
                reached,
                reached <= limit.seconds()));
      }
    }
    return limits;
  }

  /** Returns the transactions of a kind; null: there are none. */
  private static @Nullable OperationSeries series(String kind, RunResult result) {
    for (int i = 0; i < result.kinds().size(); i++) {
      OperationSeries series = result.totals().get(i);
      if (result.kinds().get(i).category() == Category.TRANSACTION_KIND
          && result.kinds().get(i).name().equals(kind)
          && series.successes() > 0) {
        return series;
      }
    }
    return null;
  }
}
