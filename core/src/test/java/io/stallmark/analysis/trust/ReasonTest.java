package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures at their limits, and short of them. */
final class ReasonTest {

  private static final long SECOND = 1_000_000_000L;
  private static final double MS = 1e6;

  @ParameterizedTest
  @CsvSource({
    // own, stolen, queued, gc ms, held ms, late share, swap-ins/s, faults/s, reasons
    "0.79, 0.09, 0.33, 49, 49, 0.33, 900, 99,",
    "0.80, 0.09, 0.33, 49, 49, 0.33, 900, 99, OWN_CPU",
    "0.79, 0.10, 0.33, 49, 49, 0.33, 900, 99, STOLEN_CPU",
    "0.79, 0.09, 0.34, 49, 49, 0.33, 900, 99, CPU_QUEUE",
    "0.79, 0.09, 0.33, 50, 49, 0.33, 900, 99, GC",
    "0.79, 0.09, 0.33, 49, 50, 0.33, 900, 99, HELD",
    "0.79, 0.09, 0.33, 49, 49, 0.34, 900, 99, LATE_STARTS",
    "0.79, 0.09, 0.33, 49, 49, 0.33, 900, 100, SWAP",
    "0.79, 0.09, 0.33, 49, 49, 0.33, 0, 5000,", // a file that is read is not swap
    "0.97, NaN, 0.70, 49, 49, NaN, NaN, NaN, OWN_CPU CPU_QUEUE",
    "NaN, NaN, NaN, 0, 0, NaN, NaN, NaN,",
  })
  void aFigureAtItsLimit_isAReason(
      double own,
      double stolen,
      double queued,
      double gc,
      double held,
      double late,
      double swapIns,
      double faults,
      String reasons) {
    Strain strain =
        new Strain(
            0, SECOND, own, own, 0, 0, stolen, queued, gc * MS, held * MS, 0, 0, late, 0, 0,
            swapIns, faults, Set.of());
    Strain judged = strain.judged(Set.of());
    assertThat(judged.reasons().stream().sorted().map(Reason::name))
        .containsExactly(reasons == null ? new String[0] : reasons.split(" "));
    assertThat(judged.bound()).isEqualTo(reasons != null);
  }

  @Test
  void words_sayTheFigureWithItsUnit() {
    assertThat(Reason.GC.words(0.125))
        .isEqualTo("it stood still for the collection of garbage for up to 13 % of the interval");
    assertThat(Reason.SWAP.words(1234)).contains("1,234 times a second");
    assertThat(Reason.CPU_QUEUE.word()).isEqualTo("cpu_queue");
  }
}
