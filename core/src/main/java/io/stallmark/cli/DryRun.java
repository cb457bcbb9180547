package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.TerminalObserver;
import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.DurationEstimate;
import io.stallmark.experiment.ExperimentPlanText;
import io.stallmark.experiment.rate.RateFinder;
import io.stallmark.experiment.rate.RateLimit;
import io.stallmark.experiment.run.LastLoad;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.Terminal;
import io.stallmark.report.text.RunHeader;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.tables.ScenarioTables.Found;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints what {@code run} would do. Reads from the database and writes nothing.
 *
 * @param repeat number of runs
 * @param limit limit of a search for a rate; null: no search
 * @param agents number of load machines; 0: this process only
 */
record DryRun(
    CommandContext program, RunJob job, int repeat, @Nullable RateLimit limit, int agents) {

  /**
   * Example rate, in rows per second, for the estimated time of a load if none was measured. It is
   * not a rate of any database.
   */
  private static final double SCALE = 100_000;

  private static final double SECOND = 1e9;

  /**
   * The findings about the database.
   *
   * @param failure thrown after everything has been printed; null: the run can start
   */
  private record Look(
      ResolvedWorkload workload,
      ResolvedSettings resolved,
      Facts facts,
      boolean loads,
      String connection,
      String tables,
      @Nullable Exception failure) {}

  /**
   * Prints the plan, the state of the database, the expected size and duration, and the statements.
   *
   * @throws DbException if the database cannot be reached
   * @throws RunFailure if the run would refuse the existing tables
   */
  void print() throws SpecException, DbException, RunFailure, InterruptedException {
    Look look = look();
    List<String> warnings = new ArrayList<>(job.warnings());
    warnings.addAll(look.facts.warnings());
    warnings.addAll(look.workload.warnings());
    RunFindings findings = new RunFindings(look.facts, look.resolved, List.of(), warnings);
    Lines lines = new Lines(RunHeader.lines(job, findings));
    lines.remove(lines.size() - 1);
    lines.add("  results   " + job.spec().get(RunOptions.OUT));
    if (agents > 0) {
      lines.add("  agents    " + agents + "; the run waits for them");
    }
    if (repeat > 1) {
      lines.add("  repeated  " + repeat + " runs; the expected rows are for each run");
    }
    if (limit != null) {
      lines.add(
          "  search    for %s, in %s; more if a rate that failed is tried again, or the generator is the bottleneck; the expected rows are for the first trial",
          limit.description(), trials(limit));
    }
    lines.addAll(List.of("", "Database"));
    lines.add("  connection  " + look.connection);
    lines.add("  tables      " + look.tables);
    lines.addAll(List.of("", "Expected"));
    lines.addAll(expected(look));
    Terminal terminal = program.terminal();
    lines.forEach(terminal::result);
    if (!isReplay(look.workload)) {
      terminal.result("");
      terminal.result("Statements");
      ExplainCommand.print(job.binding(), look.workload, terminal);
    }
    terminal.result("");
    terminal.result("A dry run: nothing was written, to the database or elsewhere.");
    warnings.forEach(terminal::warning);
    if (look.failure instanceof DbException unreachable) {
      throw unreachable;
    }
    if (look.failure instanceof RunFailure refused) {
      throw refused;
    }
  }

  private boolean fresh() {
    return job.spec().get(RunOptions.FRESH);
  }

  private Look look() throws SpecException, InterruptedException {
    if (job.embedded()) {
      return blind("none: the run starts this server", "none yet; the run loads them", null);
    }
    try (BenchmarkContext opened =
        BenchmarkContext.open(
            job, false, program.interruption(), new TerminalObserver(program.terminal()))) {
      return tables(opened, opened.ask(() -> opened.database().facts(opened.workload().tables())));
    } catch (DbException e) {
      String reason = "FAILED: " + e.getMessage();
      return blind(program.terminal().redactor().redact(reason), "unknown", e);
    }
  }

  /**
   * Returns the findings without a connection: the workload for the most capable server that the
   * binding supports.
   */
  private Look blind(String connection, String tables, @Nullable DbException unreachable)
      throws SpecException {
    Facts facts = new Facts(Map.of(), List.of());
    ResolvedWorkload best = job.bestCase(); // refuses settings that contradict each other
    ResolvedSettings resolved = job.resolved(job.binding().capabilities());
    return new Look(best, resolved, facts, true, connection, tables, unreachable);
  }

  private Look tables(BenchmarkContext opened, Facts facts)
      throws DbException, InterruptedException {
    boolean loads = false;
    String tables;
    RunFailure failure = null;
    if (opened.workload().tables().isEmpty()) {
      String which = isReplay(opened.workload()) ? "recorded operations" : "statements";
      return new Look(
          opened.workload(),
          opened.resolved(),
          facts,
          false,
          works(facts),
          "those that the " + which + " name; they were not inspected",
          null);
    }
    try {
      Found found = opened.tables().look();
      loads = found != Found.ALL;
      tables =
          switch (found) {
            case NOTHING -> "absent; the run loads them";
            case PART ->
                "partly loaded; the run "
                    + (fresh() ? "refuses them" : "resumes the load unless it is in progress");
            case ALL -> "present, as declared" + (fresh() ? "; the run refuses them" : "");
          };
      if (fresh() && found != Found.NOTHING) {
        failure =
            new RunFailure(
                "The tables exist already, but --fresh requires new ones. Drop them with"
                    + " 'stallmark drop', or choose another database.");
      } else if (found == Found.ALL) {
        tables += rows(opened);
      }
    } catch (RunFailure e) {
      tables = "NOT AS DECLARED";
      failure = e;
    }
    return new Look(
        opened.workload(), opened.resolved(), facts, loads, works(facts), tables, failure);
  }

  private static String rows(BenchmarkContext opened)
      throws DbException, RunFailure, InterruptedException {
    return Text.format(", with %,d rows", opened.tables().countRows());
  }

  private static String works(Facts facts) {
    return "works: "
        + facts.values().getOrDefault("server", "the server does not report its version");
  }

  /** Whether a workload sends what was recorded. */
  private static boolean isReplay(ResolvedWorkload workload) {
    return workload.roles().get(0).replayers() != null;
  }

  private List<String> expected(Look look) {
    if (look.workload.tables().isEmpty()) {
      return List.of("  time        " + time(look.workload));
    }
    DurationEstimate all = DurationEstimate.of(look.workload, job.plan(), look.loads);
    double loaded = look.loads ? look.workload.rows() : 0;
    Lines lines = new Lines();
    lines.add("  loaded      " + count(loaded) + " rows");
    lines.add(
        "  rows        "
            + (all.rows().isPresent()
                ? count((double) all.rows().getAsLong()) + " with those that the run inserts"
                : Text.format(
                    "depend on the speed of the database, %s per transaction",
                    plain(look.workload.largest(Scenario::rowsPerTransaction)))));
    lines.add(
        "  bytes       %s of values, without the database's overhead and compression",
        all.bytes().isPresent() ? bytes(all.bytes().getAsLong()) : "?");
    boolean each = (limit != null || repeat > 1) && (fresh() || job.embedded());
    String loading = loaded == 0 ? "" : ", and loading" + (each ? " in each" : "");
    lines.add("  time        " + time(look.workload) + loading);
    if (loaded > 0) {
      lines.add("  loading     " + loading(loaded));
    }
    return lines;
  }

  private String time(ResolvedWorkload workload) {
    DurationEstimate measured = DurationEstimate.of(workload, job.plan(), false);
    if (measured.seconds().isEmpty()) {
      String end =
          isReplay(workload)
              ? "until the trace ends"
              : job.plan().events() > 0 ? "until the events are done" : "until the work is done";
      return end + (repeat > 1 ? ", in each run" : "");
    }
    double seconds = measured.seconds().getAsDouble();
    String one = ExperimentPlanText.time(seconds);
    if (limit != null) {
      IntSummaryStatistics trials = RateFinder.search(job.spec(), limit).trials();
      return ExperimentPlanText.time(trials.getMin() * seconds)
          + " to "
          + ExperimentPlanText.time(trials.getMax() * seconds)
          + " for "
          + trials(limit);
    }
    return repeat == 1
        ? one
        : Text.format(
            "%s for %d runs of %s", ExperimentPlanText.time(repeat * seconds), repeat, one);
  }

  private String trials(RateLimit limit) {
    RunPlan plan = job.plan();
    IntSummaryStatistics trials = RateFinder.search(job.spec(), limit).trials();
    String each = ExperimentPlanText.time((plan.warmup() + plan.duration()) / SECOND);
    return trials.getMin() + " to " + trials.getMax() + " trials of " + each;
  }

  /**
   * Estimates the time of a load from an earlier run, because a dry run must not write and so
   * cannot measure it.
   */
  private String loading(double rows) {
    return LastLoad.of(job.spec().get(RunOptions.OUT), job.workload().name(), job.binding().name())
        .map(
            load ->
                Text.format(
                    "%s at the %,.0f rows/s of %s; a larger or other load may be slower",
                    ExperimentPlanText.time(rows / load.rowsPerSecond()),
                    load.rowsPerSecond(),
                    load.directory().getFileName()))
        .orElseGet(
            () ->
                Text.format(
                    "unknown before it starts; for example, %s at %,.0f rows/s",
                    ExperimentPlanText.time(rows / SCALE), SCALE));
  }

  /** Formats a row count. Counts above the range of a long are shown as 2^63 or more. */
  private static String count(double rows) {
    return rows < (double) Long.MAX_VALUE ? Text.format("%,.0f", rows) : "2^63 or more";
  }

  private static String bytes(long bytes) {
    return bytes < Long.MAX_VALUE ? ExperimentPlanText.bytes(bytes) : "more than 9,223 PB";
  }

  private static String plain(double number) {
    return Text.format(number == Math.rint(number) ? "%.0f" : "%.3f", number);
  }
}
