package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class FitnessTest {

  private static final MachineSample BEGIN = new MachineSample(0, 5000, 1000, 300, 7_000_000);

  /** A second later. */
  private static MachineSample second(long busy, long own, long stolen, long waitedMicros) {
    return new MachineSample(
        1_000_000_000, 5000 + busy, 1000 + own, 300 + stolen, 7_000_000 + waitedMicros);
  }

  @Test
  void aMachine_onWhichOnlyTheTestsCompute_isFit() {
    assertThat(Fitness.unfit(BEGIN, second(200, 195, 0, 100_000))).isEmpty();
  }

  @Test
  void others_areWhatIsBusyLessTheTestsOwn() {
    assertThat(Fitness.unfit(BEGIN, second(200, 20, 0, 0)))
        .contains("others used 180 % of a processor");
    assertThat(Fitness.unfit(BEGIN, second(80, 40, 0, 0))).isEmpty();
  }

  @Test
  void everyReason_isSaid() {
    assertThat(Fitness.unfit(BEGIN, second(0, 0, 25, 650_000)))
        .contains("the host took 25 % of a processor (steal), I/O pressure 65 %");
  }

  @Test
  void aKernelThatDoesNotCountPressure_isNotJudgedByIt() {
    MachineSample silent = new MachineSample(0, 0, 0, 0, -1);
    assertThat(Fitness.unfit(silent, new MachineSample(1_000_000_000, 0, 0, 0, -1))).isEmpty();
  }

  @Test
  void longerWindows_areJudgedByTheirMean() {
    MachineSample end = new MachineSample(4_000_000_000L, 5160, 1000, 300, 7_000_000);
    assertThat(Fitness.unfit(BEGIN, end)).isEmpty();
    assertThat(Fitness.unfit(BEGIN, second(160, 0, 0, 0))).isPresent();
  }

  @Test
  void oneUnfitSecond_isFoundAmongMany() {
    MachineSample busy = second(160, 0, 0, 0);
    MachineSample end = new MachineSample(2_000_000_000, 5160, 1000, 300, 7_000_000);
    assertThat(Fitness.everUnfit(List.of(BEGIN, busy, end)))
        .contains("others used 160 % of a processor");
    assertThat(Fitness.everUnfit(List.of(busy, end))).isEmpty();
    assertThat(Fitness.everUnfit(List.of())).isEmpty();
  }
}
