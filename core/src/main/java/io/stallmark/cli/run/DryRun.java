package io.stallmark.cli.run;

import io.stallmark.cli.job.Opened;
import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.cli.job.Statements;
import io.stallmark.cli.signal.Interruption;
import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.Estimate;
import io.stallmark.experiment.PlanText;
import io.stallmark.experiment.result.LastLoad;
import io.stallmark.plan.RateLimit;
import io.stallmark.plan.RunPlan;
import io.stallmark.report.Findings;
import io.stallmark.report.Header;
import io.stallmark.report.Resolved;
import io.stallmark.report.RunSpec;
import io.stallmark.report.Terminal;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.workload.Scenario;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code run} would do. Reads from the database, writes nothing anywhere. */
final class DryRun {

  private static final String REFUSED =
      "The tables are there already, and --fresh is to make its own. Drop them with 'stallmark"
          + " drop', or choose another database.";

  /** A scale to read a load's time off where nothing was measured: no database's rate. */
  private static final double SCALE = 100_000;

  private static final double SECOND = 1e9;

  /** What is known of the database; a failure is thrown when all has been said. */
  private record Look(
      Scenario scenario,
      Resolved resolved,
      Facts facts,
      boolean loads,
      String connection,
      String tables,
      @Nullable RunFailure failure,
      @Nullable DbException unreachable) {}

  private final Program program;
  private final Request request;
  private final RunSpec spec;
  private final boolean fresh;
  private final RunOptions options;
  private final @Nullable RateLimit limit;

  /**
   * @param limit what a search for a rate is to keep; null: there is none
   */
  DryRun(
      Program program,
      Request request,
      RunSpec spec,
      RunOptions options,
      @Nullable RateLimit limit) {
    this.program = program;
    this.request = request;
    this.spec = spec;
    this.fresh = options.fresh;
    this.options = options;
    this.limit = limit;
  }

  /** Says all there is to say. */
  void print() throws SpecException, DbException, RunFailure, InterruptedException {
    Look look = look();
    Terminal terminal = program.terminal();
    List<String> warnings = new ArrayList<>(request.warnings());
    warnings.addAll(look.facts.warnings());
    warnings.addAll(look.scenario.warnings());
    List<String> header =
        Header.lines(spec, new Findings(look.facts, look.resolved, List.of(), warnings));
    header.subList(0, header.size() - 1).forEach(terminal::result);
    terminal.result("  results   " + options.out);
    if (options.repeat > 1) {
      terminal.result("  repeated  " + options.repeat + " runs; expected rows are of each");
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
    Statements.print(request.binding(), look.scenario, terminal);
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
    if (Opened.embedded(request)) {
      return blind("none: the run starts this server", "none yet; the run loads them", null);
    }
    Interruption interruption = program.interruption();
    try (Opened opened = Opened.open(request, program.terminal(), interruption)) {
      return tables(opened, opened.database().facts());
    } catch (DbException e) {
      String reason = "FAILED: " + e.getMessage();
      return blind(program.terminal().redactor().redact(reason), "unknown", e);
    }
  }

  /** Without a connection, what the best server of its kind would be sent. */
  private Look blind(String connection, String tables, @Nullable DbException unreachable)
      throws SpecException {
    Facts facts = new Facts(Map.of(), List.of());
    Resolved resolved = request.resolved(request.binding().capabilities());
    return new Look(request.atBest(), resolved, facts, true, connection, tables, null, unreachable);
  }

  private Look tables(Opened opened, Facts facts) throws DbException {
    String connection =
        "works: " + facts.values().getOrDefault("server", "the server does not say what it is");
    Scenario scenario = opened.scenario();
    Resolved resolved = opened.resolved();
    try {
      return switch (opened.tables().look()) {
        case NOTHING ->
            new Look(
                scenario,
                resolved,
                facts,
                true,
                connection,
                "absent; the run loads them",
                null,
                null);
        case PART ->
            new Look(
                scenario,
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
                scenario,
                resolved,
                facts,
                false,
                connection,
                "there, as declared; the run " + (fresh ? "refuses them" : "counts their rows"),
                fresh ? new RunFailure(REFUSED) : null,
                null);
      };
    } catch (RunFailure e) {
      return new Look(scenario, resolved, facts, false, connection, "NOT AS DECLARED", e, null);
    }
  }

  private List<String> expected(Look look) {
    RunPlan plan = spec.plan();
    Estimate all = Estimate.of(look.scenario, plan, look.loads);
    Estimate measured = Estimate.of(look.scenario, plan, false);
    double loaded =
        look.loads ? look.scenario.tables().stream().mapToDouble(look.scenario::rows).sum() : 0;
    List<String> lines = new ArrayList<>();
    lines.add("  loaded      " + count(loaded) + " rows");
    String rows =
        all.rows().isPresent()
            ? count((double) all.rows().getAsLong()) + " with those the run inserts"
            : "as many more as the database takes, %s a transaction"
                .formatted(plain(look.scenario.rowsPerTransaction()));
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

  private String time(Estimate of) {
    if (of.seconds().isEmpty()) {
      return "as long as the events take" + (options.repeat > 1 ? ", in each run" : "");
    }
    double seconds = of.seconds().getAsDouble();
    if (limit != null) {
      IntSummaryStatistics trials = RateFinder.search(spec.plan(), limit).trials();
      return PlanText.time(trials.getMin() * seconds)
          + " to "
          + PlanText.time(trials.getMax() * seconds)
          + " for "
          + trials(limit);
    }
    return options.repeat > 1
        ? PlanText.time(options.repeat * seconds)
            + " for "
            + options.repeat
            + " runs of "
            + PlanText.time(seconds)
        : PlanText.time(seconds);
  }

  private String trials(RateLimit limit) {
    RunPlan plan = spec.plan();
    IntSummaryStatistics trials = RateFinder.search(plan, limit).trials();
    String each = PlanText.time((plan.warmup() + plan.duration()) / SECOND);
    return trials.getMin() + " to " + trials.getMax() + " trials of " + each;
  }

  /** Whether it comes with each of several runs. */
  private String loads() {
    boolean several = limit != null || options.repeat > 1;
    return ", and loading" + (several && (fresh || Opened.embedded(request)) ? " in each" : "");
  }

  /** To time a part of it, a dry run would have to write. */
  private String loading(double rows) {
    Optional<LastLoad> last =
        LastLoad.of(program.resolve(options.out), spec.workload(), spec.binding());
    return last.map(
            load ->
                "%s at the %,.0f rows/s of %s; a larger or other load may be slower"
                    .formatted(
                        PlanText.time(rows / load.rowsPerSecond()),
                        load.rowsPerSecond(),
                        load.directory().getFileName()))
        .orElseGet(
            () ->
                "nobody knows before it has begun; %s at %,.0f rows/s, for a scale"
                    .formatted(PlanText.time(rows / SCALE), SCALE));
  }

  /** As far as a table's count of its rows goes. */
  private static String count(double rows) {
    return rows < (double) Long.MAX_VALUE
        ? String.format(Locale.ROOT, "%,.0f", rows)
        : "2^63 or more";
  }

  private static String bytes(long bytes) {
    return bytes < Long.MAX_VALUE ? PlanText.bytes(bytes) : "more than 9,223 PB";
  }

  private static String plain(double number) {
    return String.format(Locale.ROOT, number == Math.rint(number) ? "%.0f" : "%.3f", number);
  }
}
