package io.stallmark.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spec.SpecException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The runs that come out of a matrix: which, in what order, how large, how long. */
final class PlannerTest {

  private static final String MATRIX =
      "matrix: {database: [a, b], law: [uniform, pareto], threads: [1, 16]}\n";

  @TempDir Path directory;
  private Given given;

  @BeforeEach
  void begin() {
    given = new Given(directory);
  }

  private static List<String> names(ExperimentPlan plan) {
    return plan.runs().stream().map(PlannedRun::name).toList();
  }

  private PlannedRun only(String yaml, String scale) throws SpecException {
    ExperimentPlan plan =
        given.plan(Given.HEAD + "database: a\nmatrix: {law: [pareto]}\n" + yaml, scale);
    assertThat(plan.runs()).hasSize(1);
    return plan.runs().get(0);
  }

  @Test
  void matrix_isEveryCombination_theLastAxisFastest() throws SpecException {
    assertThat(names(given.plan(Given.HEAD + MATRIX, "1")))
        .containsExactly(
            "a-uniform-threads-1",
            "a-uniform-threads-16",
            "a-pareto-threads-1",
            "a-pareto-threads-16",
            "b-uniform-threads-1",
            "b-uniform-threads-16",
            "b-pareto-threads-1",
            "b-pareto-threads-16");
  }

  @Test
  void coordinates_haveAValueForEachAxis_andTheLabelsOfTheRuns() throws SpecException {
    ExperimentPlan plan = given.plan(Given.HEAD + "repeat: 2\n" + MATRIX, "1");
    Experiment experiment = plan.experiment();
    assertThat(experiment.axisNames()).containsExactly("database", "law", "threads");
    assertThat(experiment.coordinates())
        .containsEntry("b-pareto-threads-16", List.of("b", "pareto", "threads-16"))
        .containsOnlyKeys(plan.runs().stream().map(PlannedRun::label).distinct().toList());
  }

  @Test
  void repetitions_followEachOtherOrComeInRounds() throws SpecException {
    String yaml = Given.HEAD + "repeat: 2\nmatrix: {database: [a, b]}\n";
    assertThat(names(given.plan(yaml, "1"))).containsExactly("a.1", "a.2", "b.1", "b.2");
    assertThat(names(given.plan(yaml + "order: interleaved\n", "1")))
        .containsExactly("a.1", "b.1", "a.2", "b.2");
  }

  @Test
  void steps_useTheTablesOfTheFirst_onEachDatabase() throws SpecException {
    ExperimentPlan plan =
        given.plan(
            Given.HEAD
                + "tables: kept\nsteps: law\nmatrix: {database: [a, b], law: [uniform, pareto]}\n",
            "1");
    assertThat(names(plan)).containsExactly("a-uniform", "a-pareto", "b-uniform", "b-pareto");
    assertThat(plan.runs())
        .extracting(PlannedRun::claim)
        .containsExactly(
            PlannedRun.Claim.FIRST,
            PlannedRun.Claim.NEXT,
            PlannedRun.Claim.FIRST,
            PlannedRun.Claim.NEXT);
    assertThat(plan.runs()).extracting(PlannedRun::tables).containsExactly("a", "a", "b", "b");
    assertThat(plan.runs().get(0).command("x")).contains("--fresh", "--keep");
    assertThat(plan.runs().get(1).command("x")).doesNotContain("--fresh");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "steps: law | matrix: {law: [pareto, uniform]} | add tables: kept",
        "tables: kept#steps: law#repeat: 2 | matrix: {law: [pareto, uniform]} | remove repeat",
        "tables: kept#steps: law | matrix: {law: [pareto], threads: [1, 2]} | is not the last axis",
      })
  void stepsThatCannotFollowEachOther_areRefused(String keys, String matrix, String words) {
    String yaml = Given.HEAD + "database: a\n" + keys.replace("#", "\n") + "\n" + matrix + "\n";
    assertThatThrownBy(() -> given.plan(yaml, "1"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(words);
  }

  @Test
  void without_leavesItsRunsOut_andSaysWhich() throws SpecException {
    ExperimentPlan plan = given.plan(Given.HEAD + "matrix: {database: [a, b]}\n", "1", "a");
    assertThat(names(plan)).containsExactly("b");
    assertThat(plan.leftOut()).containsExactly("a");
    assertThat(ExperimentPlanText.leftOut(plan))
        .containsExactly("  LEFT OUT by --without a: 1 run, a");
  }

  @Test
  void runs_areCountedWithTheirRepetitions() throws SpecException {
    String yaml = Given.HEAD + "repeat: 3\nmatrix: {database: [a, b], law: [pareto, uniform]}\n";
    assertThat(firstLine(given.plan(yaml, "1")))
        .contains("12 runs of ", " (4 times 3), one after the other");
    ExperimentPlan half = given.plan(yaml, "1", "a");
    assertThat(firstLine(half)).contains("6 runs of ", " (2 times 3), one after the other");
    assertThat(ExperimentPlanText.leftOut(half))
        .containsExactly("  LEFT OUT by --without a: 6 runs (2 times 3), a-pareto, a-uniform");
    ExperimentPlan one = given.plan(yaml.replace(", uniform", ""), "1", "a");
    assertThat(firstLine(one)).contains("3 runs of ").doesNotContain("times");
    assertThat(ExperimentPlanText.leftOut(one))
        .containsExactly("  LEFT OUT by --without a: 3 runs, a-pareto");
  }

  private static String firstLine(ExperimentPlan plan) {
    return ExperimentPlanText.lines(plan, "out", PlannedRun::name, run -> false).get(0);
  }

  @Test
  void argumentsAreThoseOfRun_theLabelsLast() throws SpecException {
    PlannedRun run = only("options: {threads: 4, events: 10}\nsettings: {batch: 5}\n", "1");
    assertThat(run.command("out"))
        .containsExactly(
            "run",
            "filling",
            "--url",
            "the URL of a",
            "--threads",
            "4",
            "--events",
            "10",
            "-p",
            "batch=5",
            "-p",
            "law=pareto",
            "--fresh",
            "--out",
            "out");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1M, 1k",
    "0.001, 1000, 10",
    "0.5, 500000, 500",
    "0.0000001, 20, 10",
    "3, 3000000, 3000",
  })
  void scale_multipliesWhatTheFileNames_downToTheLeast(String scale, String events, String rows)
      throws SpecException {
    PlannedRun run =
        only(
            "options: {events: 1M}\nsettings: {rows: 1k, batch: 5}\nscale: {events: 20, rows: 10}\n",
            scale);
    assertThat(run.arguments()).contains("--events", events, "rows=" + rows, "batch=5");
  }

  @Test
  void scale_leavesWhatIsUnderTheLeastAlready_andTakesDefaultsToo() throws SpecException {
    PlannedRun run = only("options: {events: 5}\nscale: {events: 20, rows: 1}\n", "0.1");
    assertThat(run.arguments()).contains("--events", "5", "rows=100");
  }

  @Test
  void rowsAndBytes_areThoseLoadedAndInserted() throws SpecException {
    DurationEstimate estimate =
        only("options: {events: 100}\nsettings: {rows: 50, batch: 5}\n", "1").estimate();
    assertThat(estimate.rows()).hasValue(550);
    assertThat(estimate.bytes()).hasValue(550 * 12);
    assertThat(estimate.seconds()).isEmpty();
    assertThat(estimate.basis()).isEqualTo(DurationEstimate.Basis.NOBODY);
  }

  @Test
  void tablesOfDifferentSizes_countByTheirRows_andAllThatAColumnMayHold() throws SpecException {
    DurationEstimate estimate = only("settings: {rows: 50, side: 10}\n", "1").estimate();
    assertThat(estimate.rows()).hasValue(60);
    assertThat(estimate.bytes()).hasValue(50 * (4 + 8) + 10 * (8 + 255 + 10));
    DurationEstimate inserting =
        only("options: {events: 6}\nsettings: {rows: 50, side: 10, batch: 10}\n", "1").estimate();
    assertThat(inserting.rows()).hasValue(120);
    assertThat(inserting.bytes()).hasValue(2 * estimate.bytes().getAsLong());
  }

  @Test
  void rowsThatDependOnTheServersSpeed_areUnknown() throws SpecException {
    assertThat(only("options: {seconds: 10}\nsettings: {batch: 5}\n", "1").estimate().rows())
        .isEmpty();
    assertThat(only("options: {seconds: 10}\n", "1").estimate().rows()).hasValue(1000);
  }

  @Test
  void totals_areOfAllRuns_andOfThoseToDo() throws SpecException {
    ExperimentPlan plan =
        given.plan(
            Given.HEAD
                + "database: a\nsettings: {rows: 0, batch: 5}\n"
                + "matrix: {e: {x: {events: 20, rate: 2}, y: {seconds: 7}, z: {events: 9}}}\n",
            "1");
    assertThat(table(plan, run -> false))
        .containsExactly(
            "x 100 1.2 kB 10 s limit",
            "y ? ? 7 s limit",
            "z 45 540 B unknown",
            "all ? ? over 17 s");
    assertThat(table(plan, run -> run.name().equals("x")))
        .endsWith(
            "all ? ? over 17 s",
            "to do ? ? over 7 s",
            "all: 3 runs, of which 1 is done and not made again; to do: the other 2.");
    assertThat(table(plan, run -> true))
        .endsWith("all: 3 runs, of which 3 are done and not made again; to do: none.");
  }

  /** The table of a plan, and what is said of what is done. */
  private static List<String> table(ExperimentPlan plan, Predicate<PlannedRun> done) {
    return ExperimentPlanText.lines(plan, "out", PlannedRun::name, done).stream()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> line.matches("(x|y|z|all|to do)[ :].*"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{seconds: 10, warmup: 2}  | 12",
        "{}                        | 30",
        "{events: 100, rate: 50}   | 2",
        "{events: 100, seconds: 3} | 3",
      })
  void time_isTheLimits(String options, double seconds) throws SpecException {
    DurationEstimate estimate =
        only("settings: {rows: 0}\noptions: " + options + "\n", "1").estimate();
    assertThat(estimate.seconds()).hasValue(seconds);
    assertThat(estimate.basis()).isEqualTo(DurationEstimate.Basis.LIMIT);
  }

  @Test
  void timeOfARunThatLoads_isUnknown_butNotLessThanItsMeasurement() throws SpecException {
    DurationEstimate estimate = only("options: {seconds: 10, warmup: 2}\n", "1").estimate();
    assertThat(estimate.rows()).hasValue(1000);
    assertThat(estimate.seconds()).isEmpty();
    assertThat(estimate.least()).isEqualTo(12);
    assertThat(estimate.taking(90).seconds()).hasValue(90);
    DurationEstimate events = only("options: {events: 100}\n", "1").estimate();
    assertThat(events.seconds()).isEmpty();
    assertThat(events.least()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matrix: {law: [pareto]}                                    | Run pareto has no database",
        "matrix: {database: [a], e: {x: {database: b}}}             | Two axes of the matrix, one of them e, set database",
        "matrix: {law: [pareto], e: {x: {settings: {law: uniform}}}} | one of them e, set law",
        "matrix: {d: {a-b: {}, a: {}}, e: {c: {}, b-c: {}}}         | two runs with the label a-b-c",
      })
  void aMatrixThatContradictsItself_isRefused(String yaml, String complaint) {
    assertThatThrownBy(() -> given.plan(Given.HEAD + yaml + "\n", "1"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aMatrixBeyondReason_isRefused() {
    StringBuilder yaml = new StringBuilder(Given.HEAD + "database: a\nmatrix:\n");
    for (int axis = 0; axis < 40; axis++) {
      yaml.append("  x").append(axis).append(": {a: {}, b: {}}\n");
    }
    assertThatThrownBy(() -> given.plan(yaml.toString(), "1"))
        .hasMessage("The matrix has more than 10000 runs");
  }

  @Test
  void scaleBeyondASetting_isToldWithTheRun() {
    assertThatThrownBy(() -> only("settings: {rows: 1G}\nscale: {rows: 1}\n", "10"))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("Run pareto: -p rows: ");
  }
}
