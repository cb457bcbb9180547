package io.stallmark.analysis.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.SourceCost;
import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.engine.SampleResult;
import io.stallmark.engine.SampleRole;
import io.stallmark.result.metric.HealthMetric;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run's intervals and sums say of it. */
final class TrustTest {

  private static RunResult result(long scheduled, long neverStarted) {
    long started = scheduled - neverStarted;
    return SampleResult.of(SampleRole.only(1, scheduled, started, started, 0, 0));
  }

  private static GeneratorHealth[] run(int seconds, int firstBound, int endBound) {
    return IntStream.range(0, seconds)
        .mapToObj(
            i -> i >= firstBound && i < endBound ? SampleHealth.bound(i) : SampleHealth.calm(i))
        .toArray(GeneratorHealth[]::new);
  }

  private static TrustVerdict trust(int seconds, int firstBound, int endBound) {
    return SampleHealth.verdict(
        result(100, 0), SampleHealth.report(run(seconds, firstBound, endBound)));
  }

  @Test
  void doubtOfTheWorkload_isADoubtOfTheRun() {
    assertThat(trust(10, 0, 0).with(List.of()).trusted()).isTrue();
    TrustVerdict doubted = trust(10, 0, 0).with(List.of("The files were slow."));
    assertThat(doubted.trusted()).isFalse();
    assertThat(doubted.warnings()).containsExactly("The files were slow.");
  }

  @Test
  void aRunThatKeptUp_isTrusted_withoutAWord() {
    TrustVerdict trust = trust(10, 0, 0);
    assertThat(trust.trusted()).isTrue();
    assertThat(trust.warnings()).isEmpty();
    assertThat(trust.report().judged()).isEqualTo(7);
  }

  @Test
  void moreThanATenthOfItsTimeBound_isADoubt_upToThatACaution() {
    TrustVerdict little = trust(23, 10, 12);
    assertThat(little.trusted()).isTrue();
    assertThat(little.cautions()).singleElement().asString().startsWith("In 2 of 20 intervals");
    TrustVerdict much = trust(23, 10, 13);
    assertThat(much.trusted()).isFalse();
    assertThat(much.summary().cause()).isEqualTo("own_cpu");
    assertThat(trust(10, 0, 0).summary().cause()).isNull();
    assertThat(much.doubts())
        .containsExactly(
            "In 3 of 20 intervals the generator, not the database, was the bottleneck: it used"
                + " up to 93 % of the processors that it may use (in 3; limit 80 %). Give it more"
                + " processors, or a lower load.");
  }

  @Test
  void aColdStart_countsForNothing_andAShortRunIsNotJudged() {
    TrustVerdict cold = trust(10, 0, 3);
    assertThat(cold.trusted()).isTrue();
    assertThat(cold.report().flagged()).isEqualTo(3);
    assertThat(cold.warnings()).isEmpty();
    TrustVerdict shortRun = trust(3, 0, 3);
    assertThat(shortRun.judged()).isFalse();
    assertThat(shortRun.trusted()).isFalse();
    assertThat(shortRun.doubts()).isEmpty();
  }

  @Test
  void aWarmUp_countsAsStart() {
    TrustReport warm = new TrustReport(2_500_000_000L, 2);
    for (GeneratorHealth health : run(4, 1, 2)) {
      warm.add(health);
    }
    assertThat(warm.judged()).isEqualTo(3);
    assertThat(SampleHealth.verdict(result(100, 0), warm).trusted()).isFalse();
  }

  @Test
  void arrivalsThatNeverStarted_areADoubtBeyondOneInAHundred() {
    TrustReport report = SampleHealth.report(run(10, 0, 0));
    assertThat(SampleHealth.verdict(result(1000, 10), report).cautions())
        .singleElement()
        .asString()
        .startsWith("10 of the 1,000 transactions that were due (1.00 %) never started");
    assertThat(SampleHealth.verdict(result(1000, 10), report).trusted()).isTrue();
    assertThat(SampleHealth.verdict(result(1000, 11), report).doubts()).hasSize(1);
  }

  @Test
  void sumsThatDoNotHold_areADoubt_ofAShortRunToo() {
    RunResult good = result(10, 0);
    RunResult bad =
        SampleResult.of(
            new RoleResult(Role.ONLY, 1, false, ProgressUnit.TRANSACTIONS, 11, 10, 10, 0, 0, 0));
    assertThat(SampleHealth.verdict(good, SampleHealth.report()).doubts()).isEmpty();
    TrustVerdict trust = SampleHealth.verdict(bad, SampleHealth.report());
    assertThat(trust.doubts()).singleElement().asString().contains("bug", "scheduled 11, ");
    assertThat(trust.judged()).isTrue();
    assertThat(trust.trusted()).isFalse();
  }

  @Test
  void processorsSharedWithTheServer_areACaution_saidOnce() {
    assertThat(sharing(0.97, 0.52, 0.05, 0))
        .containsExactly(
            "The processors of this machine were 97 % busy: the generator used 40 %, the server 52 %,"
                + " other processes 5 %. They waited for each other: with separate processors the"
                + " server may be faster.");
  }

  @Test
  void processorsSharedWithOthers_areACaution_thatNamesNoServerWhereNoneIsSeen() {
    assertThat(sharing(0.97, Double.NaN, 0.57, 0))
        .containsExactly(
            "The processors of this machine were 97 % busy: the generator used 40 %, other processes"
                + " 57 %. The server's process was not found, and other processes may have delayed"
                + " the generator.");
  }

  @ParameterizedTest
  @CsvSource({"60, 8, 22, 30", "60, 30, 19, 11", "89, 5, 31, 53"})
  void othersBesideTheServer_areACaution_belowFullProcessorsToo(
      int machine, int own, int server, int others) {
    assertThat(sharing(machine / 100.0, server / 100.0, others / 100.0, 0))
        .containsExactly(
            String.format(
                    Locale.ROOT,
                    "The processors of this machine were %d %% busy: the generator used %d %%, the server",
                    machine,
                    own)
                + String.format(
                    Locale.ROOT,
                    " %d %%, other processes %d %%. The others also used the machine's",
                    server,
                    others)
                + " caches, memory and disks: without them the server may be faster.");
  }

  @Test
  void whatAMachineDoesInNobodysName_orAServerThatIsNotSeen_isNoOther() {
    assertThat(sharing(0.60, 0.15, 0.09, 0)).isEmpty();
    assertThat(sharing(0.89, 0.44, 0.05, 0)).isEmpty();
    assertThat(sharing(0.60, Double.NaN, 0.40, 0)).isEmpty();
  }

  @Test
  void processorsThatTheHostTakes_areNotBusy_butNotThereEither() {
    assertThat(sharing(0.85, 0.40, 0.05, 0.06)).singleElement().asString().contains("85 % busy");
    assertThat(sharing(0.85, 0.40, 0.05, 0.04)).isEmpty();
  }

  /** What is said of a minute of these shares, none of which is a doubt. */
  private static List<String> sharing(double machine, double server, double others, double stolen) {
    TrustReport report = SampleHealth.report();
    for (int i = 0; i < 60; i++) {
      report.add(shared(i, machine, server, others, stolen));
    }
    TrustVerdict trust = SampleHealth.verdict(result(100, 0), report);
    assertThat(trust.trusted()).isTrue();
    assertThat(report.flagged()).isZero();
    return trust.cautions();
  }

  private static GeneratorHealth shared(
      int second, double machine, double server, double others, double stolen) {
    return SampleHealth.with(
        second,
        Map.of(
            HealthMetric.OWN_CPU, 40.0,
            HealthMetric.MACHINE_CPU, 100 * machine,
            HealthMetric.SERVER_CPU, 100 * server,
            HealthMetric.OTHER_CPU, 100 * others,
            HealthMetric.STOLEN_CPU, 100 * stolen,
            HealthMetric.CPU_QUEUE, 20.0));
  }

  @Test
  void aDatabaseInThisProcess_isACaution_andNotAServerThatWasNotFound() {
    TrustReport report = SampleHealth.report();
    for (int i = 0; i < 60; i++) {
      report.add(shared(i, 0.95, Double.NaN, 0.2, 0));
    }
    TrustVerdict trust = TrustVerdict.of(result(100, 0), report, List.of(), true);
    assertThat(trust.trusted()).isTrue();
    assertThat(trust.cautions())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("The database runs in the generator's process: "),
            second ->
                assertThat(second)
                    .startsWith(
                        "The processors of this machine were 95 % busy: the generator used 75 %,"
                            + " other processes 20 %. The others also used"));
  }

  @Test
  void aDiskThatOthersKeepBusy_isACaution() {
    TrustReport report = SampleHealth.report(run(10, 0, 0));
    assertThat(cautions(report, 900, 400, 20))
        .singleElement()
        .asString()
        .startsWith(
            "Other processes made 95 % of the traffic of 400.0 MB/s on the server's disk,"
                + " which was busy for 90 % of the time");
    assertThat(cautions(report, 900, 400, 300)).as("the server's own").isEmpty();
    assertThat(cautions(report, 100, 40, 2)).as("others disturb little").isEmpty();
    assertThat(TrustVerdict.of(result(100, 0), report, List.of(disk(900, 400)), false).cautions())
        .as("the server's part is unknown")
        .isEmpty();
  }

  private static List<String> cautions(TrustReport report, int busy, int all, int server) {
    SourceCost process =
        new SourceCost(
            CostSource.PROCESS,
            "",
            1_000_000_000,
            1,
            1,
            new Usage(
                Map.of(Resource.READ_BYTES, 0L, Resource.WRITTEN_BYTES, server * 1_000_000L)));
    return TrustVerdict.of(result(100, 0), report, List.of(process, disk(busy, all)), false)
        .cautions();
  }

  private static SourceCost disk(int busyMillis, int megabytes) {
    return new SourceCost(
        CostSource.DISK,
        "",
        1_000_000_000,
        1,
        1,
        new Usage(
            Map.of(
                Resource.DISK_BUSY_NANOS, busyMillis * 1_000_000L,
                Resource.READ_BYTES, 0L,
                Resource.WRITTEN_BYTES, megabytes * 1_000_000L)));
  }

  @Test
  void aClockThatSteps_isACaution_withItsPlace() {
    GeneratorHealth stepped = SampleHealth.with(7, Map.of(HealthMetric.CLOCK_STEP, -3500.0));
    assertThat(SampleHealth.verdict(result(100, 0), SampleHealth.report(stepped)).cautions())
        .singleElement()
        .asString()
        .startsWith("The wall clock went back by 3.500 s within the interval that ends at 8.0 s");
  }
}
