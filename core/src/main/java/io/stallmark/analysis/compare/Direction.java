package io.stallmark.analysis.compare;

/** Which values of a metric are better, and the words for better and worse. */
public enum Direction {
  RATE(true, "faster", "slower"),
  TIME(false, "faster", "slower"),
  NUMBER(false, "fewer", "more"),
  LENGTH(false, "shorter", "longer"),
  COST(false, "less", "more");

  private final boolean moreIsBetter;
  private final String better;
  private final String worse;

  Direction(boolean moreIsBetter, String better, String worse) {
    this.moreIsBetter = moreIsBetter;
    this.better = better;
    this.worse = worse;
  }

  Row.Verdict verdict(Difference difference) {
    if (!difference.judged()) {
      return Row.Verdict.NOT_JUDGED;
    }
    if (!difference.shown()) {
      return Row.Verdict.NOT_SHOWN;
    }
    return difference.low() > 0 == moreIsBetter ? Row.Verdict.BETTER : Row.Verdict.WORSE;
  }

  /** The estimate, positive where the second side is worse. */
  double worseBy(Difference difference) {
    return moreIsBetter ? -difference.estimate() : difference.estimate();
  }

  /** The end of the interval at which the second side is worst. */
  double worst(Difference difference) {
    return moreIsBetter ? -difference.low() : difference.high();
  }

  String word(Row.Verdict verdict) {
    return switch (verdict) {
      case BETTER -> better;
      case WORSE -> worse;
      case NOT_SHOWN -> "no difference shown";
      case NOT_JUDGED -> "not judged";
    };
  }
}
