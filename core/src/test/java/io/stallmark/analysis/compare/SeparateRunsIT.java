package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.compare.MeasuredRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How runs that were really made one after the other compare. {@code it/record-runs.sh} recorded
 * them: read_write of sysbench for 15 s each on a MariaDB over a Unix socket, on a virtual machine
 * of four processors that had other work all the time. {@code same} is one client with priority and
 * two processors to itself; {@code crowded} two clients among the others; {@code slower} as same
 * with three statements more in 20, turn by turn with those.
 */
@Isolated("takes every processor, beside which real time is not to be tested")
@Tag("thorough")
final class SeparateRunsIT {

  private static final int TRIES = 100;
  private static final int MOST_FALSE = 5;
  private static final int LEAST_FOUND = 95;
  private static final Gate GATE = new Gate(Map.of(Gate.HEADLINE, 0.05));

  @TempDir private static Path unpacked;

  @BeforeAll
  static void unpack() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("src/test/resources/recorded/runs.zip"));
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = unpacked.resolve(entry.getName()).normalize();
        assertThat(file.startsWith(unpacked)).isTrue();
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
  }

  /** In the order of their start. */
  private static List<RunSeries> recorded(String kind) throws IOException {
    List<RunSeries> runs = new ArrayList<>();
    try (Stream<Path> directories = Files.list(unpacked.resolve(kind))) {
      for (Path directory : directories.sorted().toList()) {
        runs.add(MeasuredRun.read(directory).series());
      }
    }
    return runs;
  }

  private static boolean alarm(Comparison comparison) {
    return comparison.rows().stream().anyMatch(row -> row.difference().shown());
  }

  /** Whether the throughput is shown to be less, and fails {@code --gate throughput=5%}. */
  private static boolean slower(Comparison comparison) {
    return GATE.findings(comparison).get(0).outcome() == Gate.Outcome.FAILED;
  }

  /** The same of the median: the second of a gate's rows. */
  private static boolean slowerMedian(Comparison comparison) {
    return GATE.findings(comparison).get(1).outcome() == Gate.Outcome.FAILED;
  }

  /** How many of 100 times it is so of two lots of so many runs, drawn without replacement. */
  private static int times(
      List<RunSeries> runs, int each, BiPredicate<List<RunSeries>, List<RunSeries>> so) {
    return (int)
        IntStream.range(0, TRIES)
            .parallel()
            .filter(
                i -> {
                  List<RunSeries> drawn = new ArrayList<>(runs);
                  Collections.shuffle(drawn, new Random(i));
                  return so.test(drawn.subList(0, each), drawn.subList(each, 2 * each));
                })
            .count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "crowded"})
  void singleRuns_ofTheSame_showADifferenceInFiveOfAHundredAtMost(String kind) throws IOException {
    assertThat(times(recorded(kind), 1, (a, b) -> alarm(Comparison.of(a, b))))
        .isLessThanOrEqualTo(MOST_FALSE);
  }

  /** Undecided of throughput: decision 12 has how many. */
  @ParameterizedTest
  @CsvSource({"same,1,50", "crowded,1,50", "same,3,45", "crowded,3,45", "same,5,40"})
  void gates_onRunsOfTheSameThatVary_areOftenUndecided_butFailByFiveOfAHundredAtMost(
      String kind, int each, int most) throws IOException {
    AtomicInteger failed = new AtomicInteger();
    int undecided =
        times(
            recorded(kind),
            each,
            (a, b) -> {
              List<Gate.Finding> findings = GATE.findings(Comparison.of(a, b));
              failed.addAndGet(findings.stream().anyMatch(Gate.Finding::fails) ? 1 : 0);
              return findings.get(0).outcome() == Gate.Outcome.UNDECIDED;
            });
    assertThat(failed.get()).isLessThanOrEqualTo(MOST_FALSE);
    assertThat(undecided).isLessThanOrEqualTo(most);
  }

  /** They differ for real: what the machine did for others is the reason, and the runs know it. */
  @ParameterizedTest
  @ValueSource(strings = {"same", "crowded"})
  void singleRuns_wouldShowOneInEveryFourth_ifTheirOtherWorkDidNotCount(String kind)
      throws IOException {
    List<RunSeries> runs = recorded(kind).stream().map(run -> with(run, 0)).toList();
    assertThat(times(runs, 1, (a, b) -> alarm(Comparison.of(a, b)))).isGreaterThan(TRIES / 4);
  }

  @ParameterizedTest
  @CsvSource({"same,3", "same,5", "crowded,3", "crowded,5"})
  void repeatedRuns_ofTheSame_showADifferenceInFiveOfAHundredAtMost(String kind, int each)
      throws IOException {
    assertThat(times(recorded(kind), each, (a, b) -> alarm(Comparison.of(a, b))))
        .isLessThanOrEqualTo(MOST_FALSE);
  }

  /** The second eight of them varied little, four against four are enough. */
  @Test
  void repeatedRuns_ofACalmTime_showTenPercentAndFailTheGateIn95OfAHundred() throws IOException {
    List<RunSeries> calm = recorded("same").subList(8, 16);
    assertThat(times(calm, 4, (a, b) -> alarm(Comparison.of(a, b))))
        .isLessThanOrEqualTo(MOST_FALSE);
    assertThat(
            times(
                calm,
                4,
                (a, b) -> slower(Comparison.of(a, b.stream().map(SeparateRunsIT::slow).toList()))))
        .isGreaterThanOrEqualTo(LEAST_FOUND);
  }

  /**
   * Throughput is measured so too, and not shown: four runs that vary by 5 % are too few for it.
   */
  @Test
  void runsThatReallyHaveMoreToDo_areSlowerInTheMedian() throws IOException {
    Comparison comparison =
        Comparison.of(recorded("same").subList(8, 16), recorded("slower").subList(2, 6));
    assertThat(comparison.rows().get(0).difference().estimate()).isBetween(-0.15, -0.09);
    assertThat(comparison.rows().get(1).id()).isEqualTo("transaction.response.p50_ms");
    assertThat(comparison.rows().get(1).verdict()).isEqualTo(Row.Verdict.WORSE);
  }

  @ParameterizedTest
  @CsvSource({"0.015,5,95", "0.03,8,95"})
  void simulatedRepetitions_showTenPercentOfThroughputAndMedian_andNothingWhereNothingIs(
      double deviation, int each, int least) {
    AtomicInteger alarms = new AtomicInteger();
    AtomicInteger slower = new AtomicInteger();
    AtomicInteger median = new AtomicInteger();
    IntStream.range(0, TRIES)
        .parallel()
        .forEach(
            i -> {
              List<RunSeries> before = simulated(2 * i, each, deviation, 1);
              List<RunSeries> same = simulated(2 * i + 1, each, deviation, 1);
              alarms.addAndGet(alarm(Comparison.of(before, same)) ? 1 : 0);
              List<RunSeries> longer = simulated(2 * i + 1, each, deviation, 1 / 0.9);
              Comparison found = Comparison.of(before, longer);
              slower.addAndGet(slower(found) ? 1 : 0);
              median.addAndGet(slowerMedian(found) ? 1 : 0);
            });
    assertThat(alarms.get()).isLessThanOrEqualTo(MOST_FALSE);
    assertThat(slower.get()).isGreaterThanOrEqualTo(least);
    assertThat(median.get()).isGreaterThanOrEqualTo(least);
  }

  /** Runs of a minute that are off each other by so much, too. */
  private static List<RunSeries> simulated(int lot, int count, double deviation, double slowdown) {
    Random between = new Random(lot);
    List<RunSeries> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      runs.add(
          new Simulated(1000L * lot + i)
              .varying(0.5, 0.05)
              .stalling(0.01)
              .lasting(60)
              .slower(slowdown * Math.exp(deviation * between.nextGaussian()))
              .run());
    }
    return runs;
  }

  private static RunSeries with(RunSeries run, double otherWork) {
    return new RunSeries(run.columns(), run.latencies(), run.stalls(), otherWork, run.stored());
  }

  /** The same run with a tenth less done, and all times longer by as much. */
  private static RunSeries slow(RunSeries run) {
    Map<String, double[]> columns = new HashMap<>(run.columns());
    for (String counted : List.of("transactions", "statements", "rows")) {
      columns.put(counted, Arrays.stream(run.column(counted)).map(n -> 0.9 * n).toArray());
    }
    Map<String, RunSeries.Times> latencies = new HashMap<>();
    run.latencies()
        .forEach(
            (tag, times) ->
                latencies.put(
                    tag,
                    RunSeries.Times.of(
                        times.intervals().stream().map(SeparateRunsIT::longer).toList())));
    return new RunSeries(columns, latencies, run.stalls(), run.otherWork(), run.stored());
  }

  private static Tally longer(Tally tally) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < tally.distinct(); i++) {
      histogram.recordValueWithCount(Math.round(tally.value(i) / 0.9), tally.count(i));
    }
    return Tally.of(histogram);
  }
}
