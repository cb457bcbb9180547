package io.stallmark.junit;

import io.stallmark.analysis.duet.DuetSeconds;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.GateOption;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.ComparisonFiles;
import io.stallmark.report.compare.ComparisonPage;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.StoredDuet;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.page.RunPage;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunSpec;
import io.stallmark.run.duet.Duet;
import io.stallmark.run.duet.DuetMode;
import io.stallmark.run.duet.ServerLocation;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Benchmark on a database: a side of a comparison. Immutable. */
public final class BenchmarkSide {

  private static final String ASKED = "the test says so";

  private final BenchmarkRun run;
  private final RunSpec spec;
  private final Credentials credentials;
  private final List<String> statements;
  private final String name;

  BenchmarkSide(
      BenchmarkRun run,
      RunSpec spec,
      Credentials credentials,
      List<String> statements,
      String name) {
    this.run = run;
    this.spec = spec;
    this.credentials = credentials;
    this.statements = statements;
    this.name = name;
  }

  /** Returns the same side with another setting of the workload. */
  public BenchmarkSide with(String setting, String value) {
    Map<String, String> settings = new LinkedHashMap<>(spec.settings());
    settings.put(setting, value);
    return new BenchmarkSide(
        run,
        new RunSpec(spec.workload(), settings, spec.values()),
        credentials,
        statements,
        name + " " + setting + "=" + value);
  }

  /** Returns the same side with a statement that is executed before each of its turns. */
  public BenchmarkSide sql(String statement) {
    List<String> all = new ArrayList<>(statements);
    all.add(statement);
    String shown = Redactor.suspecting(all).redact(statement);
    return new BenchmarkSide(run, spec, credentials, all, name + " " + shown);
  }

  /**
   * Compares this side with stored runs.
   *
   * @param baseline directory of the runs
   * @param limit how much slower it may be, as {@code --gate} takes it: {@code 5 %}, {@code
   *     throughput=5 %, p99=10 %}
   * @throws AssertionError if it is slower, if this is undecided, or if runs are not to be trusted
   */
  public void assertNotSlower(Path baseline, String limit) throws Exception {
    RunGroup stored = run.stores ? null : StoredBaseline.read(baseline);
    List<StoredRun> runs = new ArrayList<>();
    for (int number = 1; number <= run.asked.runs(); number++) {
      RunReport report = measure(spec.repetition(number));
      runs.add(StoredRun.read(Objects.requireNonNull(report.directory())));
    }
    if (stored == null) {
      StoredBaseline.store(runs, baseline, run.asked.allowUntrusted());
      run.output.sentence(Text.format("%d runs are the baseline in %s.", runs.size(), baseline));
      return;
    }
    run.conclude(
        ComparedGroups.of(stored, new RunGroup(name, runs)),
        limit,
        "comparison.html",
        (judged, page) -> {
          ComparisonFiles.write(judged, run.directory);
          ComparisonPage.write(judged, page);
        });
  }

  /**
   * Compares this side with another one. {@link BenchmarkTest#mode()} says how they share the time.
   *
   * @param a side that this one is compared with
   * @param limit as that of {@link #assertNotSlower(Path, String)}
   * @throws AssertionError if it is slower, if this is undecided, or if runs are not to be trusted
   */
  public void assertNotSlower(BenchmarkSide a, String limit) throws Exception {
    check(a);
    GateOption.checkPairable(GateOption.parse(limit));
    DuetMode mode = mode(a);
    RunJob ofA = a.job("a", mode);
    RunJob ofB = job("b", mode);
    mode.checkLength(ofA.plan(), Duet.FEWEST_PAIRS, Duet.INTERVAL, "");
    Duet.Outcome outcome =
        new Duet(
                run.registry(),
                LoadGenerator::inThisProcess,
                null,
                mode.turns(ofA.plan()),
                look -> {})
            .run(
                new Duet.Part(ofA, a.credentials, a.observer()),
                new Duet.Part(ofB, credentials, observer()));
    if (outcome.failed() == DuetSeconds.Side.B) {
      measured(outcome.b()); // the cause, if A has ended for it
    }
    ComparedGroups compared =
        ComparedGroups.paired(a.measured(outcome.a()), measured(outcome.b()), outcome.estimates());
    run.conclude(
        compared,
        limit,
        DuetFiles.PAGE,
        (judged, page) ->
            DuetFiles.write(
                new StoredDuet(
                    mode,
                    judged,
                    outcome.seconds().list(),
                    outcome.seconds().looks(),
                    outcome.unlike(),
                    null,
                    outcome.turns()),
                run.directory,
                page));
  }

  /**
   * Runs once, and checks the limits of the specification, such as {@code limit: [p99<200ms]}.
   *
   * @throws AssertionError if the run fails or misses a limit
   */
  public void assertLimitsMet() throws Exception {
    RunReport report = measure(spec);
    Path page = Objects.requireNonNull(report.directory()).resolve(ResultFiles.PAGE);
    run.output.attach(page);
    if (report.exit() != RunReport.Exit.WELL) {
      throw new AssertionError(name + ": " + report.complaint() + "\nReport: " + page);
    }
  }

  private RunReport measure(RunSpec each) throws Exception {
    RunSpec there = each.to(run.directory.resolve("runs"));
    return run.benchmark(credentials).run(there, observer());
  }

  private RunObserver observer() {
    return RunPage.withFiles(credentials.redactor(), run.output::sentence);
  }

  /** Checks that both sides can be measured in pairs. */
  private void check(BenchmarkSide other) throws SpecException {
    SpecOption.check(
        "events", spec.get(RunOptions.EVENTS) == 0, "left out: both sides have the same time");
    if (statements.isEmpty() != other.statements.isEmpty()) {
      throw new SpecException(
          "sql() is missing on a side: its statement sets back what the other side has set");
    }
    boolean one = run.registry().canBeOneDatabase(other.spec.url(), spec.url());
    if (one && statements.isEmpty() && run.asked.mode() != BenchmarkMode.ALTERNATING) {
      throw new SpecException(
          "Both sides would change the same tables: give another database, or mode ="
              + " ALTERNATING; URLs of two servers need ports");
    }
  }

  /** Returns how this side and another one share the time. */
  private DuetMode mode(BenchmarkSide other) throws SpecException {
    boolean changing = !statements.isEmpty();
    return switch (run.asked.mode()) {
      case AUTOMATIC -> DuetMode.suiting(changing, competes() || other.competes());
      case ALTERNATING -> new DuetMode(DuetMode.Mode.ALTERNATING, ASKED);
      case TOGETHER -> {
        SpecOption.check("mode", !changing, "ALTERNATING for sides with statements");
        yield new DuetMode(DuetMode.Mode.TOGETHER, ASKED);
      }
    };
  }

  /** Whether clients of a closed loop compete with the server for processors. */
  private boolean competes() throws SpecException {
    RunPlan plan = RunJob.of(spec, run.registry(), credentials).plan();
    return ServerLocation.isHere(spec.url())
        && plan.roles().get(0).pacing() instanceof Pacing.ClosedLoop
        && DuetMode.hasTurns(plan);
  }

  /** Returns the job of a side of a duet: half of the threads, or all in turns. */
  private RunJob job(String side, DuetMode mode) throws SpecException {
    int threads = spec.get(RunOptions.THREADS);
    SpecOption.check(
        "threads",
        mode.inTurns() || threads == 1 || threads % 2 == 0,
        "even: each side has half of them");
    List<String> before = new ArrayList<>(spec.get(RunOptions.BEFORE));
    before.addAll(statements);
    RunSpec part =
        mode.inTurns()
            ? run.timedForTurns(spec)
            : spec.with(RunOptions.THREADS, Math.max(1, threads / 2));
    return RunJob.of(
        part.with(RunOptions.BEFORE, before).to(run.directory.resolve(side)),
        run.registry(),
        credentials);
  }

  /** Fails with the reason if this side of a duet failed. */
  private RunGroup measured(Duet.End end) throws IOException {
    Path directory = end.report().directory();
    if (directory == null || end.report().exit() != RunReport.Exit.WELL) {
      String complaint = Redactor.suspecting(statements).redact(end.report().complaint());
      throw new AssertionError(name + ": " + complaint, end.cause());
    }
    return new RunGroup(name, List.of(StoredRun.read(directory)));
  }
}
