package io.stallmark.analysis.duet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.MetricDifference;
import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cost of transactions in pairs of segments. */
final class PairedCostsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final String CPU = "process.cpu_us_per_transaction";

  private static CostRow row(int second, long transactions, long cpu) {
    Usage used = new Usage(Map.of(Resource.CPU_NANOS, cpu));
    return new CostRow(
        CostSource.PROCESS,
        second * SECOND,
        (second + 1) * SECOND,
        transactions,
        0,
        null,
        false,
        used);
  }

  /** Adds a duet whose transactions cost 100 µs on side A; the load of the machine is common. */
  private static PairedCosts duet(long seed, double ratio) {
    Random random = new Random(31 * seed);
    PairedCosts costs = new PairedCosts();
    for (int i = 0; i < 60; i++) {
      double common = Math.exp(0.2 * random.nextGaussian());
      for (Side side : Side.values()) {
        long count = Math.round(500 * Math.exp(0.1 * random.nextGaussian()));
        double each = 100_000 * common * (side == Side.A ? 1 : ratio);
        costs.add(
            side, row(i, count, Math.round(count * each * Math.exp(0.05 * random.nextGaussian()))));
      }
    }
    return costs;
  }

  @Test
  void trueRatio_isInTheIntervalInAtLeast93Of100() {
    assertThat(
            IntStream.range(0, 100)
                .filter(
                    seed -> {
                      MetricDifference difference =
                          duet(seed, 1.1).estimates().get(CPU).difference(0.01);
                      return difference.low() <= 0.1 && 0.1 <= difference.high();
                    })
                .count())
        .isGreaterThanOrEqualTo(93);
  }

  @Test
  void difference_isShown() {
    PairedEstimate cpu = duet(1, 1.2).estimates().get(CPU);
    assertThat(cpu.b() / cpu.a()).isEqualTo(1.2, within(0.1));
    assertThat(cpu.difference(0.01).low()).isPositive();
  }

  @Test
  void segmentsOfOtherTimes_andUncountedResources_haveNoEstimate() {
    PairedCosts costs = new PairedCosts();
    for (int i = 0; i < 40; i++) {
      costs.add(Side.A, row(2 * i, 100, 100 + i));
      costs.add(Side.B, row(2 * i + 1, 100, 100 + i));
    }
    assertThat(costs.estimates()).isEmpty();
    assertThat(duet(1, 1).estimates()).containsOnlyKeys(CPU);
  }
}
