package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.compare.RegressionGate.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a difference is shown where there is none, and where there is one. */
final class VerdictRatesTest {

  private static final RegressionGate GATE =
      new RegressionGate(Map.of(Comparison.THROUGHPUT, 0.05));

  /**
   * Recorded by {@code it/record-runs.sh}: read_write of sysbench for 15 s each, on a virtual
   * machine that had other work all the time. In {@code slower} three statements of 20 are added.
   */
  private static final Path RECORDED = Path.of("src/test/resources/recorded/runs.csv");

  private static boolean alarm(Comparison comparison) {
    return comparison.rows().stream().anyMatch(row -> row.difference().shown());
  }

  private static Outcome gate(Comparison comparison) {
    return GATE.findings(comparison).get(0).outcome();
  }

  private static double percent(
      int tries, IntFunction<Comparison> drawing, Predicate<Comparison> so) {
    long times = IntStream.range(0, tries).mapToObj(drawing).filter(so).count();
    return 100.0 * times / tries;
  }

  @ParameterizedTest
  @CsvSource({"3,0.015", "3,0.2", "5,0.015", "8,0.2"})
  void runsOfTheSame_showADifferenceInFiveOfAHundredComparisonsAtMost(int runs, double deviation) {
    assertThat(falseAlarms(200, runs, deviation)).isLessThanOrEqualTo(5);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({"3,0.015", "3,0.05", "3,0.2", "4,0.05", "5,0.015", "5,0.2", "8,0.05", "12,0.2"})
  void runsOfTheSame_showADifferenceInFiveOfAHundredComparisonsAtMost_overManyTries(
      int runs, double deviation) {
    assertThat(falseAlarms(4_000, runs, deviation)).isLessThanOrEqualTo(5);
  }

  private static double falseAlarms(int tries, int runs, double deviation) {
    return percent(
        tries,
        i -> Comparison.of(Samples.simulated(runs, deviation, 1, i)),
        VerdictRatesTest::alarm);
  }

  /** Decision 15 has the table. */
  @ParameterizedTest
  @CsvSource({"3,0.01,90", "5,0.015,95", "8,0.03,95"})
  void tenPercentSlower_failsAGateOfFivePercent(int runs, double deviation, double least) {
    assertThat(
            percent(
                200,
                i -> Comparison.of(Samples.simulated(runs, deviation, 1.1, i)),
                comparison -> gate(comparison) == Outcome.FAILED))
        .isGreaterThanOrEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({"same,3", "crowded,3", "same,5", "crowded,5", "same,8"})
  void recordedRunsOfTheSame_showADifferenceInFiveOfAHundredComparisonsAtMost(String kind, int runs)
      throws IOException {
    List<double[]> recorded = recorded(kind);
    assertThat(percent(200, i -> drawn(recorded, runs, i), VerdictRatesTest::alarm))
        .isLessThanOrEqualTo(5);
  }

  /** Throughput and the percentiles of each run. */
  private static List<double[]> recorded(String kind) throws IOException {
    return Files.readAllLines(RECORDED).stream()
        .filter(line -> line.startsWith(kind + ","))
        .map(line -> line.split(",", -1))
        .map(fields -> IntStream.range(2, 8).mapToDouble(i -> Double.parseDouble(fields[i])))
        .map(DoubleStream::toArray)
        .toList();
  }

  /** Two sides of the same runs, drawn without replacement. */
  private static Comparison drawn(List<double[]> recorded, int runs, long seed) {
    List<double[]> drawn = new ArrayList<>(recorded);
    Collections.shuffle(drawn, new Random(seed));
    List<MetricSample> samples = new ArrayList<>();
    for (int i = 0; i <= Samples.RESPONSES.size(); i++) {
      int column = i;
      double[] values = drawn.stream().mapToDouble(run -> run[column]).toArray();
      double[] a = Arrays.copyOf(values, runs);
      double[] b = Arrays.copyOfRange(values, runs, 2 * runs);
      samples.add(
          i == 0
              ? Samples.throughput(a, b)
              : Samples.of(Samples.RESPONSES.get(i - 1), MetricDirection.TIME, a, b));
    }
    return Comparison.of(samples);
  }
}
