package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.trust.SteadyState.What;
import io.stallmark.record.ProgressSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose course is known. */
final class SteadyTest {

  private static final double SECOND = 1e9;
  private static final int NOISE = 5; // percent

  private static ProgressSlot slot(int index, long completions, double response) {
    long start = index * ProgressSlot.LENGTH;
    return new ProgressSlot(
        start,
        completions,
        completions,
        start,
        start,
        0,
        (long) (completions * response),
        0,
        0,
        0,
        0,
        List.of());
  }

  /** A closed loop of so many seconds whose rate, 1 being usual, is a function of the second. */
  private static SteadyState rates(int seconds, long seed, IntToDoubleFunction course) {
    Random random = new Random(seed);
    ThroughputBatches batches = new ThroughputBatches();
    for (int i = 0; i < 10 * seconds; i++) {
      double noise = 1 + NOISE / 100.0 * random.nextGaussian();
      batches.add(slot(i, Math.round(1000 * noise * course.applyAsDouble(i / 10)), 1e6));
    }
    return SteadyState.of(batches, What.TRANSACTIONS_PER_SECOND);
  }

  private static double reached(SteadyState steady) {
    return steady.reachedAfter().orElseThrow() / SECOND;
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60, 600})
  void aRunThatIsSteadyFromTheStart_isSoSoon(int seconds) {
    double[] reached =
        IntStream.range(0, 20)
            .mapToObj(seed -> rates(seconds, seed, s -> 1))
            .filter(steady -> steady.reachedAfter().isPresent())
            .mapToDouble(SteadyTest::reached)
            .sorted()
            .toArray();
    assertThat(reached).hasSizeGreaterThanOrEqualTo(19);
    assertThat(reached[reached.length / 2]).isLessThanOrEqualTo(0.1 * seconds);
  }

  @ParameterizedTest
  @CsvSource({"60, 10", "60, 25", "600, 60", "3600, 1200"})
  void aSlowStart_isLeftOut(int seconds, int slow) {
    SteadyState steady = rates(seconds, 7, s -> s < slow ? 0.6 : 1);
    assertThat(reached(steady))
        .isBetween((double) slow, slow + 0.15 * seconds + steady.resolution() / SECOND);
  }

  @Test
  void aRateThatGrowsIntoItsLimit_isSteadyWhenItIsNearIt() {
    assertThat(reached(rates(120, 3, s -> 1 - 0.8 * Math.exp(-s / 8.0)))).isBetween(12.0, 50.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 600, 7200})
  void aRateThatNeverSettles_isNeverSteady(int seconds) {
    assertThat(rates(seconds, 5, s -> 1 - 0.5 * s / seconds).reachedAfter()).isEmpty();
    assertThat(rates(seconds, 5, s -> s < 0.7 * seconds ? 1 : 0.6).reachedAfter()).isEmpty();
  }

  /** An autocorrelated series of batches, as checkpoints and caches make it. */
  private static double[] correlated(
      long seed, double phi, double deviation, IntToDoubleFunction course) {
    Random random = new Random(seed);
    double[] series = new double[120];
    double last = deviation * random.nextGaussian();
    for (int i = 0; i < series.length; i++) {
      last = phi * last + Math.sqrt(1 - phi * phi) * deviation * random.nextGaussian();
      series[i] = 1000 * (1 + last) * course.applyAsDouble(i);
    }
    return series;
  }

  private static double neverSteady(int tries, IntFunction<double[]> series) {
    return 100.0
        * IntStream.range(0, tries)
            .filter(seed -> SteadyState.transients(series.apply(seed)).isEmpty())
            .count()
        / tries;
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0.02, 40",
    "0.3, 0.05, 40",
    "0.3, 0.15, 40",
    "0.6, 0.05, 40",
    "0.6, 0.15, 60",
    "0.6, 0.02, 120",
    "0.8, 0.05, 120",
    "0.6, 0.25, 120"
  })
  void aSteadyRun_isCalledUnsteadyInFiveOfAHundredCasesAtMost(
      double phi, double deviation, int length) {
    assertThat(
            neverSteady(
                400, seed -> Arrays.copyOf(correlated(seed, phi, deviation, i -> 1), length)))
        .isLessThanOrEqualTo(5);
  }

  @Test
  void regularDips_andASlowWave_areCalledUnsteadyInFiveOfAHundredCasesAtMost() {
    assertThat(
            neverSteady(400, seed -> correlated(seed, 0.3, 0.05, i -> i / 2 % 10 == 3 ? 0.5 : 1)))
        .isLessThanOrEqualTo(5);
    assertThat(
            neverSteady(400, seed -> correlated(seed, 0.3, 0.05, i -> 1 + 0.1 * Math.sin(i / 6.0))))
        .isLessThanOrEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.05", "0, 0.1", "0.3, 0.05"})
  void aLevelShift_orATrendInTheRest_isFoundInNineOfTenRuns(double phi, double deviation) {
    assertThat(neverSteady(200, seed -> correlated(seed, phi, deviation, i -> i < 80 ? 1 : 0.8)))
        .isGreaterThanOrEqualTo(90);
    assertThat(neverSteady(200, seed -> correlated(seed, phi, deviation, i -> 1 - 0.3 * i / 120)))
        .isGreaterThanOrEqualTo(90);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.05", "0.3, 0.1", "0.3, 0.15", "0.6, 0.1"})
  void aFallIn26Of60Seconds_isNoSteadyStateFromTheStart(double phi, double deviation) {
    for (int seed = 0; seed < 100; seed++) {
      OptionalInt transients =
          SteadyState.transients(correlated(seed, phi, deviation, i -> i < 52 ? 1 : 0.63));
      assertThat(transients.orElse(52)).as("seed %d", seed).isGreaterThanOrEqualTo(40);
    }
  }

  /** Four minutes of sysbench on a machine that had other work all the time. */
  @Test
  void partsOfASteadyRecordedRun_areCalledUnsteadyInFiveOfAHundredCasesAtMost() throws IOException {
    double[] recorded =
        Files.readAllLines(Path.of("src/test/resources/recorded/rates.csv")).stream()
            .skip(1)
            .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[1]))
            .toArray();
    int parts = 0;
    int unsteady = 0;
    for (int length : new int[] {40, 60, 80, 120, 240}) {
      for (int from = 0; from + length <= recorded.length; from += 10) {
        double[] part = Arrays.copyOfRange(recorded, from, from + length);
        parts++;
        unsteady += SteadyState.transients(part).isEmpty() ? 1 : 0;
      }
    }
    assertThat(100.0 * unsteady / parts).isLessThanOrEqualTo(5);
    assertThat(SteadyState.transients(recorded)).isPresent();
  }

  @Test
  void aStall_isNoEndOfATransient() {
    SteadyState steady = rates(120, 11, s -> s == 45 ? 0 : 1);
    assertThat(reached(steady)).isLessThan(30);
  }

  /** In a closed loop in which few transactions end and all take as long. */
  private static SteadyState counts(int seconds, IntUnaryOperator ofSlot) {
    ThroughputBatches batches = new ThroughputBatches();
    for (int i = 0; i < 10 * seconds; i++) {
      batches.add(slot(i, ofSlot.applyAsInt(i), 1e6));
    }
    return SteadyState.of(batches, What.TRANSACTIONS_PER_SECOND);
  }

  @Test
  void aRateWithoutAnyNoise_hasATransientToo() {
    assertThat(reached(counts(60, i -> i < 80 ? 1 : 2))).isEqualTo(8);
    assertThat(reached(counts(60, i -> 2))).isZero();
    assertThat(counts(60, i -> i < 450 ? 1 : 2).reachedAfter()).isEmpty();
  }

  @Test
  void aRateThatMostlyIsOneNumber_hasATransient_whichNoStallEnds() {
    IntUnaryOperator usual = i -> i % 20 == 0 ? 3 : 2; // every fourth part has one more
    assertThat(reached(counts(60, i -> i < 80 ? 1 : usual.applyAsInt(i)))).isBetween(8.0, 10.0);
    assertThat(reached(counts(60, i -> i / 10 == 40 ? 0 : usual.applyAsInt(i)))).isLessThan(10);
  }

  @Test
  void anOpenLoop_isSteadyWhenItsResponseTimeIs() {
    ThroughputBatches batches = new ThroughputBatches();
    for (int i = 0; i < 600; i++) {
      batches.add(slot(i, i % 7 == 0 ? 0 : 10, i < 150 ? 9e6 : 3e6 + i % 5 * 1e5));
    }
    assertThat(reached(SteadyState.of(batches, What.RESPONSE_TIME))).isBetween(15.0, 20.0);
    ThroughputBatches queue = new ThroughputBatches();
    for (int i = 0; i < 600; i++) {
      queue.add(slot(i, 10, 1e6 * i));
    }
    assertThat(SteadyState.of(queue, What.RESPONSE_TIME).reachedAfter()).isEmpty();
  }

  @Test
  void aShortRun_isNotJudged() {
    assertThat(rates(19, 1, s -> 1).judged()).isFalse();
    assertThat(rates(20, 1, s -> 1).judged()).isTrue();
  }

  @Test
  void memory_doesNotGrowWithTheRun() {
    SteadyState day = rates(12 * 3600, 1, s -> s < 3600 ? 0.5 : 1);
    assertThat(day.resolution()).isEqualTo(512 * ProgressSlot.LENGTH * 10);
    assertThat(reached(day)).isBetween(3600.0, 5000.0);
  }
}
