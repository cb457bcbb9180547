package io.stallmark.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.run.Credentials;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The outcomes of an assertion, on a database in this JVM. */
final class BenchmarkSideTest {

  private static final String LIMIT = "throughput=50 %";
  private static final String UNTIMED =
      "{workload: sysbench, settings: {tables: 1, rows: 100, mix: point_select}, threads: 2,"
          + " warmup: 0, ";
  private static final String WORK = UNTIMED + "interval: 0.1, seconds: ";
  private static final String SHORT = WORK + "0.3}";

  /** Transactions, not seconds: a busy machine may have none in so short a time. */
  private static final String FAST = UNTIMED + "interval: 0.1, events: 4000}";

  /** Hundreds of times as slow. */
  private static final String SLOW = UNTIMED + "interval: 0.1, events: 20, think-time: 30ms}";

  /** So many that the difference is shown if a busy machine starves one of them. */
  private static final int RUNS = 6;

  /** What the tests of a user ask for. */
  interface Asked {

    @BenchmarkTest(value = FAST, runs = RUNS, allowUntrusted = true)
    void fast();

    @BenchmarkTest(value = SLOW, runs = RUNS, allowUntrusted = true)
    void slow();

    @BenchmarkTest(value = WORK + "2.5}", allowUntrusted = true)
    void fastSide();

    @BenchmarkTest(value = WORK + "2.5, think-time: 3ms}", allowUntrusted = true)
    void slowSide();

    @BenchmarkTest(value = SHORT, mode = BenchmarkMode.TOGETHER, allowUntrusted = true)
    void together();

    @BenchmarkTest(WORK + "0.3, rate: 100}")
    void open();

    @BenchmarkTest(UNTIMED + "interval: 0.1, phase: [a seconds=0.3]}")
    void phased();

    @BenchmarkTest(UNTIMED + "}")
    void untimed();

    @BenchmarkTest(UNTIMED + "seconds: , interval: }")
    void unset();

    @BenchmarkTest(WORK + "2.5, events: 9}")
    void counted();

    @BenchmarkTest("{workload: sysbench, threads: 3, seconds: 3}")
    void odd();

    @BenchmarkTest(FAST)
    void trusted();

    @BenchmarkTest(value = FAST, runs = 1, allowUntrusted = true)
    void once();

    @BenchmarkTest(value = SHORT, mode = BenchmarkMode.ALTERNATING, allowUntrusted = true)
    void inTurns();
  }

  /** What a benchmark has reported. */
  private static final class Reported implements BenchmarkOutput {

    private final List<String> sentences = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();

    @Override
    public void sentence(String text) {
      sentences.add(text);
    }

    @Override
    public void attach(Path file) {
      files.add(file);
    }
  }

  @TempDir private Path directory;
  private Path baseline;
  private final Reported reported = new Reported();

  @BeforeEach
  void choose() {
    baseline = directory.resolve("baseline");
  }

  private BenchmarkRun run(String method, boolean stores) throws Exception {
    BenchmarkTest asked = Asked.class.getDeclaredMethod(method).getAnnotation(BenchmarkTest.class);
    return new BenchmarkRun(asked, directory.resolve("results"), stores, reported);
  }

  private BenchmarkSide database(String method, String name) throws Exception {
    return run(method, false).on("h2:mem:" + name + directory.getFileName());
  }

  /** A database of a server that would be on this machine. */
  private BenchmarkSide here(String method) throws Exception {
    return run(method, false).on("jdbc:h2:tcp://localhost:1/b");
  }

  private void store(String method) throws Exception {
    run(method, true).on("h2:mem:a" + directory.getFileName()).assertNotSlower(baseline, LIMIT);
  }

  @Test
  void fasterThanTheBaseline_passes_withASentenceAndFiles() throws Exception {
    store("slow");
    assertThat(reported.sentences)
        .containsExactly(RUNS + " runs are the baseline in " + baseline + ".");
    database("fast", "a").assertNotSlower(baseline, LIMIT);
    assertThat(reported.sentences.get(1))
        .startsWith("h2:mem:a")
        .contains(" is not slower than " + baseline + ": transactions_per_s: faster (")
        .endsWith(", 50 % allowed.");
    assertThat(reported.files)
        .extracting(file -> file.getFileName().toString())
        .containsExactly("comparison.html", "gate.xml");
    assertThat(reported.files).allSatisfy(file -> assertThat(file).isNotEmptyFile());
  }

  @Test
  void slowerThanTheBaseline_fails() throws Exception {
    store("fast");
    assertThatThrownBy(() -> database("slow", "a").assertNotSlower(baseline, LIMIT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(" is slower than " + baseline + ": transactions_per_s: slower (")
        .hasMessageContaining("They differ in ")
        .hasMessageContaining("Report: " + directory.resolve("results/comparison.html"));
  }

  @Test
  void tooFewRuns_areUndecided_andFail() throws Exception {
    store("fast");
    assertThatThrownBy(() -> database("once", "a").assertNotSlower(baseline, "throughput=0 %"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(" is perhaps slower than " + baseline)
        .hasMessageContaining("a verdict needs three runs a side, and A has 6 and B has 1");
  }

  @Test
  void untrustedRun_fails_unlessItIsAllowed() throws Exception {
    store("slow");
    for (Path run : runs()) {
      doubt(run.resolve("run.json"));
    }
    database("fast", "a").assertNotSlower(baseline, LIMIT);
    assertThatThrownBy(() -> database("trusted", "a").assertNotSlower(baseline, LIMIT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(" cannot be compared with " + baseline)
        .hasMessageContaining("not to be trusted; allowUntrusted = true judges such runs too");
  }

  private List<Path> runs() throws IOException {
    try (Stream<Path> files = Files.list(baseline)) {
      return files.toList();
    }
  }

  private static void doubt(Path file) throws IOException {
    Files.writeString(
        file, Files.readString(file).replaceFirst("(\"trusted\" *: *)[a-z]+", "$1false"));
  }

  @Test
  void baselineThatIsMissing_saysHowToStoreIt() {
    assertThatThrownBy(() -> database("fast", "a").assertNotSlower(baseline, LIMIT))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "There is no baseline in " + baseline + ": -Dstallmark.benchmark=store stores one");
  }

  @Test
  void baseline_isReplaced_andHasNoPages() throws Exception {
    store("slow");
    Files.createDirectories(baseline.resolve("7"));
    Files.copy(baseline.resolve("6/run.json"), baseline.resolve("7/run.json"));
    store("slow");
    assertThat(runs()).hasSize(RUNS);
    for (Path run : runs()) {
      assertThat(run.resolve("run.json")).exists();
      assertThat(run.resolve("report.html")).doesNotExist();
    }
  }

  @Test
  void directoryWithOtherFiles_isNotReplaced() throws Exception {
    Path source = Files.createDirectories(baseline).resolve("Source.java");
    Files.writeString(source, "class Source {}");
    assertThatThrownBy(() -> store("slow"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("because it has other files: " + source);
    assertThat(source).exists();
  }

  @Test
  void sideThatIsFaster_passes_andOneThatIsSlowerFails() throws Exception {
    BenchmarkSide slow = database("slowSide", "a");
    BenchmarkSide fast = database("fastSide", "b");
    fast.assertNotSlower(slow, LIMIT);
    assertThat(reported.files.get(0)).hasFileName("duet.html").isNotEmptyFile();
    assertThatThrownBy(() -> slow.assertNotSlower(fast, LIMIT))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(" is slower than h2:mem:b");
  }

  @Test
  void sidesOfOneDatabase_areRefused() throws Exception {
    BenchmarkSide side = database("fastSide", "a");
    for (BenchmarkSide each : List.of(side, here("fastSide"))) {
      assertThatThrownBy(() -> each.assertNotSlower(each.with("rows", "200"), LIMIT))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("give another database, or mode = ALTERNATING");
    }
  }

  @Test
  void turns_needMoreSeconds() throws Exception {
    BenchmarkSide side = database("inTurns", "a");
    assertThatThrownBy(() -> side.assertNotSlower(side, LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessage(
            "seconds must be at least 200 times interval, which is 20 s, for an interval of the"
                + " difference; the sides take turns, because the test says so");
  }

  @Test
  void serverOnThisMachine_makesTurnsTheDefault() throws Exception {
    BenchmarkSide a = database("fastSide", "a");
    BenchmarkSide b = here("fastSide");
    assertThatThrownBy(() -> b.assertNotSlower(a, LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessageEndingWith("the sides take turns, because a server is on this machine");
    assertThatThrownBy(() -> a.assertNotSlower(b, LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessageEndingWith("the sides take turns, because a server is on this machine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"together", "open", "phased"})
  void modeOfTheUser_openLoop_andPhases_runTogetherThere(String method) throws Exception {
    BenchmarkSide a = database(method, "a");
    assertThatThrownBy(() -> here(method).assertNotSlower(a, LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessage(
            "seconds must be at least 20 times interval, which is 2 s, for an interval of the"
                + " difference");
  }

  @ParameterizedTest
  @ValueSource(strings = {"untimed", "unset"})
  void turns_haveTheTimesOfADuet_byDefault(String method) throws Exception {
    BenchmarkRun run = run(method, false);
    RunSpec given =
        run.benchmark(Credentials.of("h2:mem:a", null, List.of()))
            .spec(run.asked.value(), "h2:mem:a");
    RunSpec timed = run.timedForTurns(given);
    assertThat(timed.duration()).isEqualTo(TimeUnit.SECONDS.toNanos(120));
    assertThat(timed.get(RunOptions.INTERVAL)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
  }

  @Test
  void statements_needTurns_andBothSides() throws Exception {
    BenchmarkSide side = here("together");
    BenchmarkSide changed = side.sql("SET LOCK_TIMEOUT 9");
    assertThatThrownBy(() -> changed.assertNotSlower(changed, LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessage("mode must be ALTERNATING for sides with statements");
    assertThatThrownBy(() -> changed.assertNotSlower(side, LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("sql() is missing on a side");
  }

  @Test
  void numberOfEvents_isRefused() throws Exception {
    BenchmarkSide side = database("counted", "a");
    assertThatThrownBy(() -> side.assertNotSlower(database("counted", "b"), LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessage("events must be left out: both sides have the same time");
  }

  @Test
  void oddNumberOfThreads_isRefused_forSidesAtTheSameTime() throws Exception {
    BenchmarkSide side = database("odd", "a");
    assertThatThrownBy(() -> side.assertNotSlower(database("odd", "b"), LIMIT))
        .isInstanceOf(SpecException.class)
        .hasMessage("threads must be even: each side has half of them");
  }

  @Test
  void sideThatCannotRun_isNamed() throws Exception {
    BenchmarkSide a = database("fastSide", "a");
    BenchmarkSide b = run("fastSide", false).on("h2:file:/proc/nowhere/database");
    assertThatThrownBy(() -> b.assertNotSlower(a, LIMIT))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("h2:file:/proc/nowhere/database: ");
  }

  @Test
  void loginOfAContainer_isPartOfTheUrl_withoutThePassword() throws Exception {
    BenchmarkSide side = run("fast", false).on("jdbc:none://localhost:1/db?a=b", "u ser", "secret");
    assertThatThrownBy(side::assertLimitsMet)
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("jdbc:none:")
        .hasMessageNotContaining("secret");
  }
}
