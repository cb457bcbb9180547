package io.stallmark.sysbench;

import io.stallmark.data.Distribution;
import io.stallmark.data.Special;
import io.stallmark.data.Zipfian;
import io.stallmark.spi.workload.Settings;

/** Random distribution of {@code rand-type} and its parameters, without a range. */
record KeyDistribution(
    String type, int draws, int bandPercent, int hotPercent, double paretoShape, double zipfShape) {

  static KeyDistribution of(Settings settings) {
    return new KeyDistribution(
        settings.choice("rand-type"),
        settings.int32("rand-spec-iter"),
        settings.int32("rand-spec-pct"),
        settings.int32("rand-spec-res"),
        settings.real("rand-pareto-h"),
        settings.real("rand-zipfian-exp"));
  }

  Distribution over(long low, long high) {
    return switch (type) {
      case "uniform" -> Distribution.uniform(low, high);
      case "special" -> new Special(low, high, draws, bandPercent, hotPercent);
      case "gaussian" -> Distribution.gaussian(low, high, draws);
      case "pareto" -> Distribution.pareto(low, high, paretoShape);
      case "zipfian" -> new Zipfian(low, high, zipfShape);
      default -> throw new IllegalArgumentException("There is no rand-type " + type);
    };
  }
}
