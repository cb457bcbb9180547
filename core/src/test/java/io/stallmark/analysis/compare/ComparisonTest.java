package io.stallmark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparisonTest {

  private static Row row(Comparison comparison, String id) {
    return comparison.rows().stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
  }

  private static Comparison compare(RunSeries a, RunSeries b) {
    return Comparison.of(List.of(a), List.of(b));
  }

  @Test
  void tenPercentSlower_isShownInThroughputAndPercentiles() {
    Comparison comparison = compare(new Simulated(1).run(), new Simulated(2).slower(1.1).run());
    Row throughput = row(comparison, "transactions_per_s");
    assertThat(throughput.word()).isEqualTo("slower");
    assertThat(throughput.worseBy()).isCloseTo(0.09, within(0.03));
    assertThat(row(comparison, "transaction.response.p50_ms").word()).isEqualTo("slower");
    assertThat(row(comparison, "update.response.p95_ms").word()).isEqualTo("slower");
    assertThat(comparison.basis()).isEqualTo(Comparison.Basis.WITHIN);
  }

  @Test
  void otherWorkOnTheMachine_widensWhatItsShareBounds_andLeavesTailsUnjudged() {
    RunSeries quiet = new Simulated(1).run();
    RunSeries shared = withOtherWork(new Simulated(2).slower(1.1).run(), 0.4);
    Comparison comparison = compare(quiet, shared);
    assertThat(row(comparison, "transactions_per_s").word()).isEqualTo("no difference shown");
    assertThat(row(comparison, "transaction.response.p50_ms").word())
        .isEqualTo("no difference shown");
    assertThat(row(comparison, "transaction.response.p95_ms").word()).isEqualTo("not judged");
    RunSeries half = withOtherWork(new Simulated(2).slower(3).run(), 0.4);
    assertThat(row(compare(quiet, half), "transactions_per_s").word()).isEqualTo("slower");
    List<RunSeries> noisy = runs(5, 4, 1).stream().map(run -> withOtherWork(run, 0.4)).toList();
    assertThat(row(Comparison.of(runs(1, 4, 1.2), noisy), "transactions_per_s").word())
        .isEqualTo("faster");
  }

  @Test
  void costOfADiskThatOthersUse_isNotJudgedOfSingleRuns() {
    RunSeries run = withOtherWork(withCost(new Simulated(1).run(), 1, "disk"), 0.4);
    RunSeries dear = withOtherWork(withCost(new Simulated(1).run(), 9, "disk"), 0.4);
    assertThat(row(compare(run, dear), "disk.reads_per_transaction").word())
        .isEqualTo("not judged");
  }

  private static RunSeries withOtherWork(RunSeries run, double share) {
    return new RunSeries(run.columns(), run.latencies(), run.stalls(), share, run.stored());
  }

  @Test
  void theOtherWayRound_itIsFaster() {
    Comparison comparison = compare(new Simulated(2).slower(1.2).run(), new Simulated(1).run());
    assertThat(row(comparison, "transactions_per_s").word()).isEqualTo("faster");
    assertThat(row(comparison, "transaction.response.p50_ms").word()).isEqualTo("faster");
  }

  @Test
  void aRunAndItself_showNoDifference() {
    RunSeries run = new Simulated(3).run();
    assertThat(compare(run, run).rows()).noneMatch(row -> row.difference().shown());
  }

  @Test
  void maximaOfOneRun_areNotJudged_ofRepeatedRunsTheyAre() {
    assertThat(
            row(
                    compare(new Simulated(1).run(), new Simulated(2).run()),
                    "transaction.response.max_ms")
                .word())
        .isEqualTo("not judged");
    List<RunSeries> a = runs(1, 4, 1);
    assertThat(row(Comparison.of(a, runs(5, 4, 1)), "transaction.response.max_ms").word())
        .isEqualTo("no difference shown");
  }

  @Test
  void fewIntervalsOrSamples_areNotJudged() {
    Comparison brief =
        compare(new Simulated(1).lasting(19).run(), new Simulated(2).lasting(19).run());
    assertThat(row(brief, "transactions_per_s").word()).isEqualTo("not judged");
    Comparison some =
        compare(new Simulated(1).lasting(20).run(), new Simulated(2).lasting(20).run());
    assertThat(row(some, "transactions_per_s").difference().judged()).isTrue();
    assertThat(row(some, "transaction.response.p999_ms").word()).isEqualTo("not judged");
  }

  @Test
  void repeatedRuns_areComparedByHowTheyVary_notByHowEachVariesWithinItself() {
    List<RunSeries> calm = runs(1, 3, 1);
    List<RunSeries> slow = runs(10, 3, 1.1);
    Comparison comparison = Comparison.of(calm, slow);
    assertThat(comparison.basis()).isEqualTo(Comparison.Basis.BETWEEN);
    assertThat(row(comparison, "transactions_per_s").word()).isEqualTo("slower");
    List<RunSeries> wild =
        List.of(
            new Simulated(4).slower(0.9).run(),
            new Simulated(5).slower(1.1).run(),
            new Simulated(6).slower(1.3).run());
    assertThat(row(Comparison.of(calm, wild), "transactions_per_s").word())
        .isEqualTo("no difference shown");
  }

  @Test
  void repeatedRuns_haveAGeometricMean_orWhatMayBeNothingAnArithmeticOne_andStallsOfAllTogether() {
    RunSeries brief = new Simulated(1).stalling(0.3).lasting(60).run();
    RunSeries lengthy = new Simulated(2).stalling(0).lasting(180).slower(2).run();
    List<RunSeries> both = List.of(brief, lengthy);
    Comparison comparison = Comparison.of(both, both);
    Comparison one = compare(brief, brief);
    Comparison other = compare(lengthy, lengthy);
    assertThat(row(comparison, "transactions_per_s").a())
        .isCloseTo(
            Math.sqrt(row(one, "transactions_per_s").a() * row(other, "transactions_per_s").a()),
            within(1e-9));
    assertThat(row(comparison, "stalled_percent").a())
        .isPositive()
        .isCloseTo(row(one, "stalled_percent").a() / 2, within(1e-9));
    assertThat(row(comparison, "stalls_per_min").a())
        .isPositive()
        .isCloseTo(row(one, "stalls_per_min").a() / 4, within(1e-9));
  }

  @Test
  void oneRunBesideRepeatedOnes_variesAsTheyDo() {
    Comparison comparison =
        Comparison.of(runs(1, 6, 1), List.of(new Simulated(9).slower(1.3).run()));
    assertThat(comparison.basis()).isEqualTo(Comparison.Basis.ONE_AND_SEVERAL);
    assertThat(row(comparison, "transactions_per_s").word()).isEqualTo("slower");
  }

  @Test
  void stalls_areCountedAndTimed() {
    Comparison comparison =
        compare(
            new Simulated(1).stalling(0).lasting(300).run(),
            new Simulated(2).stalling(0.2).lasting(300).run());
    assertThat(row(comparison, "stalls_per_min").word()).isEqualTo("more");
    assertThat(row(comparison, "stalled_percent").word()).isEqualTo("longer");
    assertThat(row(comparison, "longest_stall_s").a()).isZero();
    assertThat(row(comparison, "longest_stall_s").b()).isBetween(0.5, 1.0);
    assertThat(row(comparison, "longest_stall_s").word()).isEqualTo("not judged");
  }

  @Test
  void costOfATransaction_isComparedWhereItWasCounted() {
    RunSeries run = new Simulated(1).run();
    RunSeries dear = withCost(run, 2);
    Row cost = row(compare(withCost(run, 1), dear), "server.reads_per_transaction");
    assertThat(cost.a()).isCloseTo(1, within(1e-9));
    assertThat(cost.difference().estimate()).isCloseTo(1, within(1e-9));
    assertThat(cost.word()).isEqualTo("more");
  }

  @Test
  void writeAmplification_isComparedWhereValuesWereWritten() {
    RunSeries run = withLogical(withCost(new Simulated(1).run(), 3, "server", "written_kb"), 2);
    RunSeries dear = withLogical(withCost(new Simulated(1).run(), 9, "server", "written_kb"), 2);
    Row amplified = row(compare(run, dear), "server.write_amplification");
    assertThat(amplified.a()).isCloseTo(1.5, within(1e-9));
    assertThat(amplified.difference().estimate()).isCloseTo(2, within(1e-9));
    assertThat(amplified.word()).isEqualTo("more");
    RunSeries reading = withLogical(run, 0);
    assertThat(compare(reading, reading).rows())
        .noneMatch(row -> row.id().endsWith("write_amplification"));
  }

  @Test
  void whatIsStoredAtTheEnd_isNotJudgedOfSingleRuns_ofRepeatedOnesItIs() {
    RunSeries small = storing(new Simulated(1).run(), 100);
    RunSeries large = storing(new Simulated(2).run(), 150);
    Row single = row(compare(small, large), "stored_bytes_per_row");
    assertThat(single.difference().estimate()).isCloseTo(0.5, within(1e-9));
    assertThat(single.word()).isEqualTo("not judged");
    assertThat(single.unjudged()).isEqualTo("one figure of a single run");
    List<RunSeries> before = List.of(small, storing(small, 101), storing(small, 99));
    List<RunSeries> after = List.of(large, storing(large, 151), storing(large, 149));
    assertThat(row(Comparison.of(before, after), "stored_bytes_per_row").word()).isEqualTo("more");
    RunSeries unknown = new Simulated(3).run();
    assertThat(compare(unknown, unknown).rows())
        .noneMatch(row -> row.id().equals("stored_bytes_per_row"));
  }

  private static RunSeries withLogical(RunSeries run, double each) {
    Map<String, double[]> columns = new java.util.HashMap<>(run.columns());
    double[] logical = run.column(RunSeries.TRANSACTIONS).clone();
    for (int i = 0; i < logical.length; i++) {
      logical[i] *= each;
    }
    columns.put(RunSeries.LOGICAL + "server", logical);
    return new RunSeries(columns, run.latencies(), run.stalls(), run.otherWork(), run.stored());
  }

  private static RunSeries storing(RunSeries run, double bytes) {
    Map<String, Double> stored = Map.of(Comparison.STORED_PER_ROW, bytes);
    return new RunSeries(run.columns(), run.latencies(), run.stalls(), run.otherWork(), stored);
  }

  @Test
  void twoClocks_areTwoRowsOnlyWhereTheyDiffer() {
    RunSeries run = new Simulated(1).run();
    assertThat(compare(run, run).rows()).noneMatch(row -> row.id().contains(".service."));
    Map<String, RunSeries.Times> times = new java.util.HashMap<>(run.latencies());
    times.put("update.service", new Simulated(2).run().times("update.service"));
    RunSeries open =
        new RunSeries(run.columns(), times, run.stalls(), run.otherWork(), run.stored());
    assertThat(compare(run, open).rows())
        .anyMatch(row -> row.name().equals("service p99 ms") && row.group().equals("update"));
  }

  private static RunSeries withCost(RunSeries run, double each) {
    return withCost(run, each, "server");
  }

  private static RunSeries withCost(RunSeries run, double each, String source) {
    return withCost(run, each, source, "reads");
  }

  private static RunSeries withCost(RunSeries run, double each, String source, String counted) {
    Map<String, double[]> columns = new java.util.HashMap<>(run.columns());
    double[] cost = run.column(RunSeries.TRANSACTIONS).clone();
    for (int i = 0; i < cost.length; i++) {
      cost[i] *= each;
    }
    columns.put(RunSeries.COST + source + "." + counted, cost);
    columns.put(RunSeries.COSTED + source, run.column(RunSeries.TRANSACTIONS));
    return new RunSeries(columns, run.latencies(), run.stalls(), run.otherWork(), run.stored());
  }

  private static List<RunSeries> runs(int seed, int count, double slower) {
    return java.util.stream.IntStream.range(seed, seed + count)
        .mapToObj(each -> new Simulated(each).slower(slower).run())
        .toList();
  }
}
