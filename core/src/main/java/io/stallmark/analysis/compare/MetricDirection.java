package io.stallmark.analysis.compare;

/** Direction in which a metric is better, and the words for better and worse. */
public enum MetricDirection {
  RATE(true, "faster", "slower"),
  TIME(false, "faster", "slower"),
  NUMBER(false, "fewer", "more"),
  LENGTH(false, "shorter", "longer"),
  COST(false, "less", "more");

  private final boolean moreIsBetter;
  private final String better;
  private final String worse;

  MetricDirection(boolean moreIsBetter, String better, String worse) {
    this.moreIsBetter = moreIsBetter;
    this.better = better;
    this.worse = worse;
  }

  ComparisonRow.Verdict verdict(MetricDifference difference) {
    if (!difference.judged()) {
      return ComparisonRow.Verdict.NOT_JUDGED;
    }
    if (!difference.shown()) {
      return ComparisonRow.Verdict.NOT_SHOWN;
    }
    return difference.low() > 0 == moreIsBetter
        ? ComparisonRow.Verdict.BETTER
        : ComparisonRow.Verdict.WORSE;
  }

  /** Returns the estimate, positive if the second side is worse. */
  double worseBy(MetricDifference difference) {
    return moreIsBetter ? -difference.estimate() : difference.estimate();
  }

  /** Returns the bound of the interval at which the second side is worst. */
  double worst(MetricDifference difference) {
    return moreIsBetter ? -difference.low() : difference.high();
  }

  String word(ComparisonRow.Verdict verdict) {
    return switch (verdict) {
      case BETTER -> better;
      case WORSE -> worse;
      case NOT_SHOWN -> "no difference shown";
      case NOT_JUDGED -> "not judged";
    };
  }
}
