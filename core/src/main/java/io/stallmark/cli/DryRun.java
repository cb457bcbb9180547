package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.TerminalObserver;
import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.DurationEstimate;
import io.stallmark.experiment.ExperimentPlanText;
import io.stallmark.experiment.run.LastLoad;
import io.stallmark.experiment.run.RateFinder;
import io.stallmark.plan.RateLimit;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.ResolvedRun;
import io.stallmark.report.ResolvedSettings;
import io.stallmark.report.RunFindings;
import io.stallmark.report.Terminal;
import io.stallmark.report.text.RunHeader;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunJob;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prints what {@code run} would do. Reads from the database and writes nothing. */
final class DryRun {

  private static final String REFUSED =
      "The tables are there already, and --fresh is to make its own. Drop them with 'stallmark"
          + " drop', or choose another database.";

  /**
   * Example rate, in rows per second, for the estimated time of a load if none was measured. It is
   * not a rate of any database.
   */
  private static final double SCALE = 100_000;

  private static final double SECOND = 1e9;

  /** The findings about the database. A failure is thrown after everything has been printed. */
  private record Look(
      ResolvedWorkload workload,
      ResolvedSettings resolved,
      Facts facts,
      boolean loads,
      String connection,
      String tables,
      @Nullable RunFailure failure,
      @Nullable DbException unreachable) {}

  private final CommandContext program;
  private final RunJob job;
  private final ResolvedRun run;
  private final boolean fresh;
  private final int repeat;
  private final @Nullable RateLimit limit;

  /**
   * Creates a dry run.
   *
   * @param repeat number of runs
   * @param limit limit of a search for a rate; null: no search
   */
  DryRun(CommandContext program, RunJob job, int repeat, @Nullable RateLimit limit) {
    this.program = program;
    this.job = job;
    run = job.resolvedRun(Instant.now());
    fresh = job.spec().tables().fresh();
    this.repeat = repeat;
    this.limit = limit;
  }

  /**
   * Prints the plan, the state of the database, the expected size and duration, and the statements.
   *
   * @throws DbException if the database cannot be reached
   * @throws RunFailure if the run would refuse the existing tables
   */
  void print() throws SpecException, DbException, RunFailure, InterruptedException {
    Look look = look();
    Terminal terminal = program.terminal();
    List<String> warnings = new ArrayList<>(job.warnings());
    warnings.addAll(look.facts.warnings());
    warnings.addAll(look.workload.warnings());
    List<String> header =
        RunHeader.lines(run, new RunFindings(look.facts, look.resolved, List.of(), warnings));
    header.subList(0, header.size() - 1).forEach(terminal::result);
    terminal.result("  results   " + job.spec().output().directory());
    if (repeat > 1) {
      terminal.result("  repeated  " + repeat + " runs; expected rows are of each");
    }
    if (limit != null) {
      terminal.result(
          "  search    for "
              + limit.words()
              + ", in "
              + trials(limit)
              + "; more where a rate fails when it is tried again, or the generator is the"
              + " bottleneck; expected rows are of the first");
    }
    terminal.result("");
    terminal.result("Database");
    terminal.result("  connection  " + look.connection);
    terminal.result("  tables      " + look.tables);
    terminal.result("");
    terminal.result("Expected");
    expected(look).forEach(terminal::result);
    terminal.result("");
    terminal.result("Statements");
    ExplainCommand.print(job.binding(), look.workload, terminal);
    terminal.result("");
    terminal.result("A dry run: nothing was written, to the database or elsewhere.");
    warnings.forEach(terminal::warning);
    if (look.unreachable != null) {
      throw look.unreachable;
    }
    if (look.failure != null) {
      throw look.failure;
    }
  }

  private Look look() throws SpecException, InterruptedException {
    if (job.embedded()) {
      return blind("none: the run starts this server", "none yet; the run loads them", null);
    }
    RunHandle handle = new RunHandle();
    program.interruption().started(handle);
    try (BenchmarkContext opened =
        BenchmarkContext.open(job, handle, new TerminalObserver(program.terminal()))) {
      return tables(opened, opened.database().facts());
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
    ResolvedSettings resolved = job.resolved(job.binding().capabilities());
    return new Look(job.atBest(), resolved, facts, true, connection, tables, null, unreachable);
  }

  private Look tables(BenchmarkContext opened, Facts facts) throws DbException {
    String connection =
        "works: " + facts.values().getOrDefault("server", "the server does not say what it is");
    ResolvedWorkload workload = opened.workload();
    ResolvedSettings resolved = opened.resolved();
    try {
      return switch (opened.tables().look()) {
        case NOTHING ->
            new Look(
                workload,
                resolved,
                facts,
                true,
                connection,
                "absent; the run loads them",
                null,
                null);
        case PART ->
            new Look(
                workload,
                resolved,
                facts,
                true,
                connection,
                "a load has begun; the run "
                    + (fresh ? "refuses them" : "goes on with it unless it is still at work"),
                fresh ? new RunFailure(REFUSED) : null,
                null);
        case ALL ->
            new Look(
                workload,
                resolved,
                facts,
                false,
                connection,
                "there, as declared; the run " + (fresh ? "refuses them" : "counts their rows"),
                fresh ? new RunFailure(REFUSED) : null,
                null);
      };
    } catch (RunFailure e) {
      return new Look(workload, resolved, facts, false, connection, "NOT AS DECLARED", e, null);
    }
  }

  private List<String> expected(Look look) {
    RunPlan plan = run.plan();
    DurationEstimate all = DurationEstimate.of(look.workload, plan, look.loads);
    DurationEstimate measured = DurationEstimate.of(look.workload, plan, false);
    double loaded =
        look.loads ? look.workload.tables().stream().mapToDouble(look.workload::rows).sum() : 0;
    List<String> lines = new ArrayList<>();
    lines.add("  loaded      " + count(loaded) + " rows");
    String rows =
        all.rows().isPresent()
            ? count((double) all.rows().getAsLong()) + " with those the run inserts"
            : "as many more as the database takes, %s a transaction"
                .formatted(plain(look.workload.rowsPerTransaction()));
    lines.add("  rows        " + rows);
    lines.add(
        "  bytes       "
            + (all.bytes().isPresent()
                ? bytes(all.bytes().getAsLong()) + " of values"
                : "? of values")
            + ", before what the database adds or compresses");
    lines.add("  time        " + time(measured) + (loaded > 0 ? loads() : ""));
    if (loaded > 0) {
      lines.add("  loading     " + loading(loaded));
    }
    return lines;
  }

  private String time(DurationEstimate of) {
    if (of.seconds().isEmpty()) {
      return "as long as the events take" + (repeat > 1 ? ", in each run" : "");
    }
    double seconds = of.seconds().getAsDouble();
    if (limit != null) {
      IntSummaryStatistics trials = RateFinder.search(job.spec(), limit).trials();
      return ExperimentPlanText.time(trials.getMin() * seconds)
          + " to "
          + ExperimentPlanText.time(trials.getMax() * seconds)
          + " for "
          + trials(limit);
    }
    return repeat > 1
        ? ExperimentPlanText.time(repeat * seconds)
            + " for "
            + repeat
            + " runs of "
            + ExperimentPlanText.time(seconds)
        : ExperimentPlanText.time(seconds);
  }

  private String trials(RateLimit limit) {
    RunPlan plan = run.plan();
    IntSummaryStatistics trials = RateFinder.search(job.spec(), limit).trials();
    String each = ExperimentPlanText.time((plan.warmup() + plan.duration()) / SECOND);
    return trials.getMin() + " to " + trials.getMax() + " trials of " + each;
  }

  /** States whether a load takes place in each of several runs. */
  private String loads() {
    boolean several = limit != null || repeat > 1;
    return ", and loading" + (several && (fresh || job.embedded()) ? " in each" : "");
  }

  /**
   * Estimates the time of a load from an earlier run, because a dry run must not write and so
   * cannot measure it.
   */
  private String loading(double rows) {
    Optional<LastLoad> last =
        LastLoad.of(job.spec().output().directory(), run.workload(), run.binding());
    return last.map(
            load ->
                "%s at the %,.0f rows/s of %s; a larger or other load may be slower"
                    .formatted(
                        ExperimentPlanText.time(rows / load.rowsPerSecond()),
                        load.rowsPerSecond(),
                        load.directory().getFileName()))
        .orElseGet(
            () ->
                "unknown before it has begun; %s at %,.0f rows/s, for a scale"
                    .formatted(ExperimentPlanText.time(rows / SCALE), SCALE));
  }

  /** Formats a row count. Counts above the range of a long are shown as 2^63 or more. */
  private static String count(double rows) {
    return rows < (double) Long.MAX_VALUE
        ? String.format(Locale.ROOT, "%,.0f", rows)
        : "2^63 or more";
  }

  private static String bytes(long bytes) {
    return bytes < Long.MAX_VALUE ? ExperimentPlanText.bytes(bytes) : "more than 9,223 PB";
  }

  private static String plain(double number) {
    return String.format(Locale.ROOT, number == Math.rint(number) ? "%.0f" : "%.3f", number);
  }
}
