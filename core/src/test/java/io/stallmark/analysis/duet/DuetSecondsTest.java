package io.stallmark.analysis.duet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.analysis.duet.DuetSeconds.Side;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pairs of the intervals of two recorders. */
final class DuetSecondsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final List<Kind> KINDS =
      List.of(
          new Kind("transaction", Kind.Category.TRANSACTION),
          new Kind("point_select", Kind.Category.READ));

  private final DuetSeconds seconds = new DuetSeconds();

  private RunRecorder recorder(Side side) {
    RunRecorder recorder =
        new RunRecorder(KINDS, 1, SECOND, interval -> seconds.add(side, interval, KINDS, SECOND));
    recorder.begin(0);
    return recorder;
  }

  /** Records transactions of equal length in one second. */
  private static void second(RunRecorder recorder, int number, int transactions, long nanos)
      throws IOException {
    ClientRecorder client = recorder.client(0);
    for (int i = 0; i < transactions; i++) {
      long end = number * SECOND + SECOND / 2;
      client.start(end - nanos, end - nanos);
      client.statement(1, Ending.SUCCESS, end - nanos, end, 1);
      client.success(0, end - nanos, end);
    }
    recorder.tick((number + 2) * SECOND);
  }

  @Test
  void secondsOfBothSides_arePaired_thoughOneIsLate() throws IOException {
    RunRecorder a = recorder(Side.A);
    RunRecorder b = recorder(Side.B);
    second(a, 0, 10, 1000);
    second(a, 1, 20, 1000);
    assertThat(seconds.list()).isEmpty();
    second(b, 0, 5, 1000);
    assertThat(seconds.list()).containsExactly(new DuetSecond(0, 10, 5));
    second(b, 1, 40, 1000);
    assertThat(seconds.list()).containsExactly(new DuetSecond(0, 10, 5), new DuetSecond(1, 20, 40));
  }

  @Test
  void percentileThatNeedsMoreOperations_isOfSeveralSeconds() throws IOException {
    RunRecorder a = recorder(Side.A);
    RunRecorder b = recorder(Side.B);
    for (int i = 0; i < 80; i++) {
      second(a, i, 100, 1_000_000);
      second(b, i, 100, 2_000_000);
    }
    PairedEstimate median = seconds.estimates().get("transaction.response.p50_ms");
    assertThat(median.a()).isEqualTo(1, within(0.001));
    assertThat(median.b()).isEqualTo(2, within(0.002));
    // 200 operations for p95, so 40 pairs; 1000 for p99, so 8 pairs, too few
    assertThat(seconds.estimates())
        .containsKeys("transactions_per_s", "point_select.response.p95_ms")
        .doesNotContainKey("transaction.response.p99_ms");
  }

  @Test
  void secondInWhichTheLoadEnds_isLeftOut() throws IOException {
    RunRecorder a = recorder(Side.A);
    RunRecorder b = recorder(Side.B);
    for (RunRecorder each : List.of(a, b)) {
      second(each, 0, 10, 1000);
      each.loadEnding(SECOND + SECOND / 2);
      each.finish(2 * SECOND);
    }
    assertThat(seconds.list()).hasSize(1);
  }

  @Test
  void looks_areTakenEveryFewPairs() throws IOException {
    RunRecorder a = recorder(Side.A);
    RunRecorder b = recorder(Side.B);
    for (int i = 0; i < 32; i++) {
      second(a, i, 100 + i % 7, 1000);
      second(b, i, 100 + i % 7, 1000);
    }
    assertThat(seconds.looks()).extracting(DuetLook::pairs).containsExactly(5, 10, 15, 20, 25, 30);
    assertThat(seconds.looks().get(0).difference().judged()).isFalse();
    assertThat(seconds.reaches(new WidthRule(0.03))).isTrue();
  }

  @Test
  void errorsAndStalls_areDifferences() {
    Random random = new Random(1);
    int stalls = 0;
    for (int i = 0; i < 40; i++) {
      for (Side side : Side.values()) {
        long errors = side == Side.B ? 3 + i % 2 : i % 3 == 0 ? 1 : 0;
        seconds.add(side, new SidePart(i * SECOND, (i + 1) * SECOND, 100, errors, Map.of()));
      }
      if (random.nextBoolean() && i < 39) {
        seconds.stalled(Side.B, i + 0.5, i + 1.25);
        stalls++;
      }
    }
    PairedEstimate errors = seconds.estimates().get("errors_per_s");
    assertThat(errors.a()).isEqualTo(0.35, within(1e-9));
    assertThat(errors.b()).isEqualTo(3.5, within(1e-9));
    assertThat(errors.difference(0.01).shown()).isTrue();
    assertThat(errors.difference(0.01).estimate()).isEqualTo(3.15, within(1e-9));
    PairedEstimate stalled = seconds.estimates().get("stalled_percent");
    assertThat(stalled.a()).isZero();
    assertThat(stalled.b()).isEqualTo(75.0 * stalls / 40, within(1e-9));
    assertThat(stalled.difference(0.01).low()).isPositive();
  }

  @Test
  void sidesWithoutErrors_haveNoIntervalOfErrors() {
    for (int i = 0; i < 40; i++) {
      for (Side side : Side.values()) {
        seconds.add(side, new SidePart(i * SECOND, (i + 1) * SECOND, 100 + i, 0, Map.of()));
      }
    }
    assertThat(seconds.estimates()).containsOnlyKeys("transactions_per_s");
  }
}
