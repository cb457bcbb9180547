package io.stallmark.analysis.duet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.MetricDifference;
import io.stallmark.analysis.duet.DuetSeconds.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slices of simulated sides. */
final class DuetSlicesTest {

  private static final long LENGTH = 200_000_000;
  private static final double RATE = 500;

  private final Map<Side, Long> times = new EnumMap<>(Side.class);

  /**
   * Adds a slice.
   *
   * @param settled share of the usual rate in each interval
   */
  private void slice(DuetSlices slices, Side side, Random random, double rate, double... settled) {
    slices.count(times.getOrDefault(side, 0L) / (settled.length * LENGTH));
    for (double share : settled) {
      long start = times.getOrDefault(side, 0L);
      double mean = rate * share * LENGTH / 1e9;
      long count = Math.round(mean + Math.sqrt(mean) * random.nextGaussian());
      slices.add(side, new SidePart(start, start + LENGTH, count, 0, Map.of()));
      times.put(side, start + LENGTH);
    }
  }

  /** Simulates pairs whose order is random; the machine is common and changes slowly. */
  private DuetSlices duet(long seed, int pairs, double ratio, double[] ofA, double[] ofB) {
    times.clear();
    Random random = new Random(new SplittableRandom(seed).nextLong());
    DuetSlices slices = new DuetSlices();
    double machine = 0;
    for (int i = 0; i < pairs; i++) {
      List<Side> order = new ArrayList<>(List.of(Side.A, Side.B));
      Collections.shuffle(order, random);
      for (Side side : order) {
        machine = 0.9 * machine + Math.sqrt(1 - 0.81) * 0.2 * random.nextGaussian();
        double rate = RATE * Math.exp(machine);
        slice(
            slices, side, random, side == Side.A ? rate : rate * ratio, side == Side.A ? ofA : ofB);
      }
    }
    return slices;
  }

  private static final double[] AT_ONCE = {0.7, 1, 1, 1, 1};

  private static MetricDifference throughput(DuetSlices slices) {
    return slices
        .seconds()
        .estimates()
        .get(Comparison.THROUGHPUT)
        .difference(Comparison.THROUGHPUT_RISK);
  }

  @Test
  void firstInterval_isAlwaysLeftOut() {
    DuetSlices slices = duet(1, 30, 1, AT_ONCE, AT_ONCE);
    DuetTurns turns = slices.turns(Collections.nCopies(31, Side.A), 0);
    assertThat(turns.slice()).isEqualTo(1, within(1e-9));
    assertThat(turns.settling()).isEqualTo(0.2, within(1e-9));
    assertThat(turns.settled()).isTrue();
    assertThat(turns.first()).hasSize(30);
    assertThat(slices.seconds().list()).hasSize(30);
    assertThat(slices.seconds().list().get(1).start()).isEqualTo(1.2, within(1e-9));
  }

  @Test
  void sliceInWhichOnlyTheLastTransactionsEnd_doesNotCount() {
    DuetSlices slices = new DuetSlices();
    for (long number = 0; number < 4; number++) {
      for (Side side : Side.values()) {
        boolean counts = number != 1;
        if (counts) {
          slices.count(number);
        }
        for (int i = 0; i < DuetSlices.INTERVALS; i++) {
          long start = (number * DuetSlices.INTERVALS + i) * LENGTH;
          slices.add(side, new SidePart(start, start + LENGTH, counts ? 10 : 0, 0, Map.of()));
        }
      }
    }
    assertThat(slices.seconds().list())
        .extracting(DuetSeconds.DuetSecond::a)
        .containsExactly(50.0, 50.0, 50.0);
  }

  @Test
  void sideThatSettlesLater_decidesHowMuchIsLeftOut() {
    double[] slow = {0.5, 0.6, 0.7, 1, 1};
    DuetSlices slices = duet(2, 60, 1, AT_ONCE, slow);
    assertThat(slices.turns(List.of(), 0).settling()).isEqualTo(0.6, within(1e-9));
    assertThat(throughput(slices).shown()).isFalse();
  }

  @Test
  void sideThatDoesNotSettle_isSeen() {
    double[] never = {0.2, 0.4, 0.6, 0.8, 1};
    assertThat(duet(3, 60, 1, AT_ONCE, never).turns(List.of(), 0).settled()).isFalse();
  }

  @Test
  void settledSides_loseNoMoreInAtLeast95Of100() {
    assertThat(
            IntStream.range(0, 100)
                .filter(
                    seed ->
                        duet(seed, 60, 1, AT_ONCE, AT_ONCE).turns(List.of(), 0).settling() < 0.3)
                .count())
        .isGreaterThanOrEqualTo(95);
  }

  @Test
  void identicalSides_showADifferenceInAtMost5Of100() {
    assertThat(
            IntStream.range(0, 100)
                .filter(seed -> throughput(duet(seed, 30, 1, AT_ONCE, AT_ONCE)).shown())
                .count())
        .isLessThanOrEqualTo(5);
  }

  @Test
  void trueRatio_isInTheIntervalInAtLeast93Of100() {
    assertThat(
            IntStream.range(0, 100)
                .filter(
                    seed -> {
                      MetricDifference difference =
                          throughput(duet(seed, 60, 1.1, AT_ONCE, AT_ONCE));
                      return difference.low() <= 0.1 && 0.1 <= difference.high();
                    })
                .count())
        .isGreaterThanOrEqualTo(93);
  }
}
