package io.stallmark.linkbench.data;

import io.stallmark.data.Rng;
import io.stallmark.spi.workload.Setting;
import io.stallmark.text.RefusedException;
import java.util.EnumMap;
import java.util.Map;

/** Percentage of each operation. Thread-safe; a draw allocates nothing. */
public final class OperationMix {

  private static final double TOLERANCE = 1e-5;
  private static final GraphOperation[] OPERATIONS = GraphOperation.values();

  /** LinkBench's mix, measured at Facebook in 2011. */
  public static final OperationMix OF_2011 =
      of(
          8.9886601,
          2.9907664,
          8.0122125,
          4.8863567,
          0.5261142,
          50.7119145,
          2.5732789,
          7.366437,
          1.0115914,
          12.9326683);

  /**
   * Later mix, from the configuration in mdcallag/mytools: GET_NODE is the most frequent operation.
   */
  public static final OperationMix REFRESHED =
      of(
          5.35038, 0.98401, 4.75589, 4.27898, 12.14725, 22.57039, 2.61198, 3.06256, 0.25166,
          43.9869);

  private final double[] percent;
  private final double[] upTo = new double[OPERATIONS.length];

  private OperationMix(double[] percent) {
    this.percent = percent;
    double sum = 0;
    int last = 0;
    for (int i = 0; i < percent.length; i++) {
      if (!(percent[i] >= 0)) {
        throw new RefusedException(
            Setting.word(OPERATIONS[i]) + " must have 0 percent or more: " + percent[i]);
      }
      sum += percent[i];
      upTo[i] = sum;
      last = percent[i] > 0 ? i : last;
    }
    if (!(Math.abs(sum - 100) <= TOLERANCE)) {
      throw new RefusedException(
          "The percentages of the operations add up to " + sum + ", not to 100");
    }
    upTo[last] = 100; // corrects the rounding error
  }

  private static OperationMix of(double... percent) {
    return new OperationMix(percent);
  }

  /**
   * @param percent percentage of each operation; missing operations have 0
   * @throws RefusedException unless all are 0 or more and add up to 100 ± 0.00001
   */
  public static OperationMix of(Map<GraphOperation, Double> percent) {
    double[] all = new double[OPERATIONS.length];
    percent.forEach((operation, share) -> all[operation.ordinal()] = share);
    return new OperationMix(all);
  }

  public double percent(GraphOperation operation) {
    return percent[operation.ordinal()];
  }

  /** Whether the mix has transactions of several statements, which change a link and its count. */
  public boolean changesLinks() {
    return percent(GraphOperation.ADD_LINK) > 0
        || percent(GraphOperation.DELETE_LINK) > 0
        || percent(GraphOperation.UPDATE_LINK) > 0;
  }

  /** Percentages of all ten operations. */
  public Map<GraphOperation, Double> percentages() {
    Map<GraphOperation, Double> all = new EnumMap<>(GraphOperation.class);
    for (GraphOperation operation : OPERATIONS) {
      all.put(operation, percent(operation));
    }
    return all;
  }

  public GraphOperation next(Rng rng) {
    double u = 100 * rng.nextDouble();
    int i = 0;
    while (u >= upTo[i]) {
      i++;
    }
    return OPERATIONS[i];
  }
}
