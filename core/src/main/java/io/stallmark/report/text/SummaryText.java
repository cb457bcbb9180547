package io.stallmark.report.text;

import io.stallmark.analysis.stall.RateLine;
import io.stallmark.record.Kind.Category;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TimesRow;
import io.stallmark.result.CostSummary;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.ReplaySummary;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunParameters;
import io.stallmark.result.RunParameters.PlannedPhase;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.ErrorSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.result.RunSummary.PhaseSummary;
import io.stallmark.result.RunSummary.RoleSummary;
import io.stallmark.result.SizeSummary;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.TrustSummary;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.result.metric.SizeMetric;
import io.stallmark.run.RunJob;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All results of a run, for the terminal. {@link ShortReport} has the important ones. */
public final class SummaryText {

  private static final double MEGABYTE = 1e6;
  private static final int COST_WIDTH = 11;

  private final RunSummary run;
  private final Lines lines = new Lines();

  private SummaryText(RunSummary run) {
    this.run = run;
  }

  /**
   * Returns the lines of the summary.
   *
   * @param document document of a run that has ended with a result
   * @param sound whether its throughput is valid
   * @param rates rate of the first role over the run, which the document does not contain
   * @param files directory of the run
   */
  public static List<String> lines(
      RunJob job, RunDocument document, boolean sound, RateLine rates, Path files) {
    RunOutcome outcome = document.outcome();
    TrustSummary trust = Objects.requireNonNull(outcome.trust());
    SteadySummary steady = Objects.requireNonNull(outcome.steady());
    CostSummary cost = Objects.requireNonNull(outcome.cost());
    RunParameters parameters = Objects.requireNonNull(document.spec());
    List<PhaseSummary> phases = outcome.phases();
    SummaryText summary = new SummaryText(Objects.requireNonNull(outcome.summary()));
    summary.headline(job, document, sound);
    outcome.verdicts().forEach(verdict -> summary.lines.add(verdict.line()));
    summary.lines.addAll(TrustLines.of(trust, steady, document.state() == RunState.FAILED));
    summary.lines.add("");
    summary.counts();
    summary.roles();
    summary.times();
    summary.lines.addAll(phases(phases == null ? List.of() : phases, parameters.phases()));
    ReplaySummary replay = outcome.replay();
    if (replay != null) {
      summary.lines.addAll(ReplayLines.of(replay));
    }
    summary.lines.addAll(AgentLines.of(outcome.agents()));
    summary.identity();
    summary.lines.addAll(AgentLines.identity(outcome.agents()));
    summary.errors();
    summary.sizes(outcome.size());
    summary.lines.addAll(cost(cost));
    summary.lines.add("");
    summary.lines.addAll(StallLines.of(outcome.findings(), Headline.unit(summary.run), rates));
    // The reasons not to trust the run are at the top.
    summary.warnings(
        document.warnings().stream().filter(each -> !trust.reasons().contains(each)).toList());
    summary.section("Files");
    summary.lines.add("  " + files);
    return List.copyOf(summary.lines);
  }

  private void headline(RunJob job, RunDocument document, boolean sound) {
    lines.add("");
    String what = Headline.subject(document) + ", " + RunHeader.run(job.plan());
    if (document.state() != RunState.COMPLETED) {
      lines.add(document.state().name() + ": " + document.reason());
    }
    lines.add(sound ? Headline.rate(document.outcome()) + ": " + what : what);
  }

  private void roles() {
    List<RoleSummary> roles = run.roles();
    if (roles == null || roles.size() == 1) {
      return;
    }
    section("Roles, response time in ms");
    FigureTable<RoleSummary> table =
        new FigureTable<RoleSummary>()
            .label("", 22, RoleSummary::name)
            .texts("threads", 8, role -> "" + role.threads())
            .texts("transactions/s", 15, role -> FigureFormat.rate(role.transactionsPerSecond()))
            .texts("rows/s", 15, role -> FigureFormat.rate(role.rowsPerSecond()))
            .times(
                9,
                List.of(Percentile.P50, Percentile.P99),
                RoleSummary::transactions,
                RoleSummary::responseNanoseconds)
            .texts("errors", 8, role -> FigureFormat.count(role.errors()))
            .texts("never started", 13, role -> FigureFormat.count(role.neverStarted()));
    lines.addAll(table.lines("  ", roles));
  }

  private void counts() {
    count("transactions", run.transactions(), "");
    count(
        "statements",
        run.statements(),
        Text.format(
            "   read %,d, write %,d, other %,d",
            run.readStatements(), run.writeStatements(), run.otherStatements()));
    count("rows read", run.rowsRead(), "");
    count("rows written", run.rowsWritten(), "");
    count("retries", run.retries(), "");
    double share = run.started() == 0 ? 0 : (double) run.failed() / run.started();
    count("errors", run.errors(), "   " + FigureFormat.percent(share) + " of started");
    if (run.unexpected() != null && run.unexpected() > 0) {
      count("unexpected", run.unexpected(), "   results with too few rows");
    }
    if (run.reconnects() > 0) {
      count("reconnects", run.reconnects(), "");
    }
    lines.add("  %-14s %,15.3f s", "elapsed", run.elapsedNanoseconds() / FigureFormat.SECOND);
  }

  private void count(String name, long count, String remark) {
    double rate = FigureFormat.perSecond(count, run.elapsedNanoseconds());
    lines.add("  %-14s %,15d  %,14.1f /s%s", name, count, rate, remark);
  }

  private void times() {
    boolean same =
        run.kinds().values().stream()
            .allMatch(kind -> kind.serviceNanoseconds().equals(kind.responseNanoseconds()));
    if (same) {
      section("Service time in ms, from start to end; response time is the same in this run");
      table(KindSummary::serviceNanoseconds, kind -> true);
    } else {
      // A statement begins when the one before it ends; only transactions have an intended start.
      section("Response time in ms, from the intended start to the end");
      table(KindSummary::responseNanoseconds, kind -> !kind.category().isStatement());
      section("Service time in ms, from the actual start to the end");
      table(KindSummary::serviceNanoseconds, kind -> true);
    }
    LatencySummary timer = run.timerLatenessNanoseconds();
    if (timer != null) {
      lines.add("");
      lines.add(
          "Of the response time, the client's own lateness in ms: p50 %s, p99 %s, max %s",
          FigureFormat.millis((double) timer.p50()),
          FigureFormat.millis((double) timer.p99()),
          FigureFormat.millis((double) timer.max()));
    }
  }

  private void table(Function<KindSummary, LatencySummary> clock, Predicate<KindSummary> included) {
    List<TimesRow> rows = new ArrayList<>();
    run.kinds()
        .forEach(
            (name, kind) -> {
              // A kind that did not occur in this run has no line.
              boolean occurred = kind.count() > 0 || kind.category() == Category.TRANSACTION;
              String part = kind.category() == Category.TRANSACTION_KIND ? "  " : "";
              if (occurred && included.test(kind)) {
                rows.add(new TimesRow(part + name, kind, clock.apply(kind)));
              }
            });
    FigureTable<TimesRow> table =
        new FigureTable<TimesRow>()
            .label("", 22, TimesRow::name)
            .texts("count", 12, row -> FigureFormat.count(row.count()));
    lines.addAll(TimesRow.columns(table, 11, 9, Percentile.ALL).lines("  ", rows));
  }

  private void identity() {
    section("No arrival disappears");
    lines.add(
        "  scheduled %,d = started %,d + never started %,d",
        run.scheduled(), run.started(), run.neverStarted());
    lines.add(
        "  started %,d = succeeded %,d + failed %,d + in flight %,d",
        run.started(), run.succeeded(), run.failed(), run.inFlight());
  }

  private void errors() {
    classes("Errors by class", run.errorClasses());
    classes("Retries by class", run.retryClasses());
  }

  private void classes(String title, List<ErrorSummary> classes) {
    if (!classes.isEmpty()) {
      section(title);
    }
    for (ErrorSummary error : classes) {
      lines.add(
          "  %,12d  %-13s %-8s %s", error.count(), error.kind(), error.code(), error.example());
    }
  }

  private void sizes(@Nullable SizeSummary sizes) {
    if (sizes != null) {
      section("Size on disk in MB (1,000,000 bytes)");
      FigureTable<Map.Entry<String, StoredSize>> table =
          new FigureTable<Map.Entry<String, StoredSize>>().label("", 23, Map.Entry::getKey);
      for (SizeMetric metric : SizeMetric.values()) {
        if (metric.label() != null) {
          table.texts(
              metric.label(),
              11,
              row -> FigureFormat.figure(metric.of(row.getValue()) / MEGABYTE, 1));
        }
      }
      List<Map.Entry<String, StoredSize>> rows =
          new ArrayList<>(List.of(Map.entry("at the start", sizes.start())));
      if (sizes.end() != null) {
        rows.add(Map.entry("at the end", sizes.end()));
      }
      lines.addAll(table.lines("  ", rows));
    }
  }

  private void warnings(List<String> warnings) {
    if (!warnings.isEmpty()) {
      section("Warnings");
      warnings.forEach(warning -> lines.add("  " + warning));
    }
  }

  private void section(String title) {
    lines.add("");
    lines.add(title);
  }

  /**
   * Returns a table of phases; no lines if there are none.
   *
   * @param planned all planned phases; a run that ended early has results of the first ones only
   */
  static List<String> phases(List<PhaseSummary> phases, List<PlannedPhase> planned) {
    if (phases.isEmpty()) {
      return List.of();
    }
    FigureTable<PhaseSummary> table =
        new FigureTable<PhaseSummary>()
            .label("", 22, PhaseSummary::name)
            .texts("from s", 9, phase -> Text.format("%.1f", phase.startSeconds()))
            .texts(
                "length s",
                9,
                phase -> Text.format("%.1f", phase.elapsedNanoseconds() / FigureFormat.SECOND))
            .texts("threads", 8, phase -> "" + planned.get(phases.indexOf(phase)).threads())
            .texts("count", 12, phase -> FigureFormat.count(phase.transactions()))
            .texts("/s", 11, phase -> FigureFormat.rate(phase.transactionsPerSecond()))
            .times(
                9,
                List.of(Percentile.P50, Percentile.P99, Percentile.MAX),
                PhaseSummary::transactions,
                PhaseSummary::responseNanoseconds)
            .texts("errors", 8, phase -> FigureFormat.count(phase.errors()))
            .label("", phase -> bound(phase.generatorBoundPercent()));
    List<String> lines = new ArrayList<>(List.of("", "Phases, response time in ms"));
    lines.addAll(table.lines("  ", phases));
    return lines;
  }

  private static String bound(@Nullable Double percent) {
    return percent == null || percent == 0
        ? ""
        : Text.format(" starved in %.0f %% of the time", percent);
  }

  /** Returns the lines; none if no cost is known. */
  static List<String> cost(CostSummary cost) {
    List<String> lines = new ArrayList<>();
    if (!cost.sources().isEmpty()) {
      lines.add("");
      lines.add("Cost of a statement and of a transaction (1 kB is 1000 bytes)");
      List<Map.Entry<String, Map<String, Double>>> rows = new ArrayList<>();
      cost.sources()
          .forEach(
              (name, source) -> {
                rows.add(Map.entry(name + " /statement", source.perStatement()));
                rows.add(Map.entry(name + " /transaction", source.perTransaction()));
              });
      lines.addAll(costs().lines("  ", rows));
      cost.sources()
          .forEach(
              (name, source) -> {
                Double times = source.writeAmplification();
                String amplified =
                    times == null ? "" : "; write amplification " + FigureFormat.fourDigits(times);
                lines.add("  " + name + ": " + source.what() + amplified);
              });
    }
    Lines others = new Lines();
    if (cost.storedBytesPerRow() != null && cost.spaceAmplification() != null) {
      others.add(
          "  stored: about %s bytes a row, space amplification about %s",
          FigureFormat.fourDigits(cost.storedBytesPerRow()),
          FigureFormat.fourDigits(cost.spaceAmplification()));
    }
    cost.notes().forEach(note -> others.add("  " + note));
    if (lines.isEmpty() && !others.isEmpty()) {
      lines.add("");
      lines.add("Cost");
    }
    lines.addAll(others);
    return lines;
  }

  private static FigureTable<Map.Entry<String, Map<String, Double>>> costs() {
    FigureTable<Map.Entry<String, Map<String, Double>>> table =
        new FigureTable<Map.Entry<String, Map<String, Double>>>().label("", 22, Map.Entry::getKey);
    for (CostMetric metric : CostMetric.values()) {
      int width = Math.max(COST_WIDTH, metric.label().length());
      table.texts(
          metric.label(),
          width,
          row ->
              FigureFormat.fourDigits(row.getValue().getOrDefault(metric.jsonName(), Double.NaN)));
    }
    return table;
  }
}
