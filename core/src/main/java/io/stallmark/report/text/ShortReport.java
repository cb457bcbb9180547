package io.stallmark.report.text;

import io.stallmark.analysis.MeanEstimate;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.plan.Pacing;
import io.stallmark.record.Kind.Category;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.TrustCause;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TimesRow;
import io.stallmark.result.CostSummary;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunDocument.KindLimitSummary;
import io.stallmark.result.RunDocument.RunOutcome;
import io.stallmark.result.RunDocument.Verdict;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.ErrorSummary;
import io.stallmark.result.RunSummary.KindSummary;
import io.stallmark.result.RunSummary.PhaseSummary;
import io.stallmark.result.RunSummary.RoleSummary;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.TrustSummary;
import io.stallmark.result.metric.CostMetric;
import io.stallmark.run.RunJob;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Report of a run for the terminal, within 80 columns and a few lines: whether it can be trusted,
 * response times, errors, stalls, totals and cost. The {@link Headline} follows it. {@link
 * SummaryText} has everything.
 */
public final class ShortReport {

  /** Maximum number of lines of operations, roles, phases, stalls and errors together. */
  private static final int DETAILS = 13;

  private static final int LEAST_OPERATIONS = 5;
  private static final int STALLS = 3;
  private static final int ERRORS = 3;
  private static final int NAME = 20;
  private static final int INDENT = 4; // of further lines

  /** Number of parts of a run from whose rates its uncertainty is estimated. */
  private static final int BATCHES = 10;

  private static final double PERCENT = 100;
  private static final List<Percentile> PERCENTILES =
      List.of(Percentile.P50, Percentile.P95, Percentile.P99, Percentile.MAX);

  private final RunDocument document;
  private final RunOutcome outcome;
  private final RunSummary run;
  private final RateLine rates;
  private final List<String> lines = new ArrayList<>();

  private ShortReport(RunDocument document, RateLine rates) {
    this.document = document;
    this.rates = rates;
    outcome = document.outcome();
    run = Objects.requireNonNull(outcome.summary());
  }

  /**
   * Returns the lines of the report.
   *
   * @param document document of a run that has ended with a result
   * @param sound whether its throughput is valid
   * @param said warnings that were printed before
   * @param rates rate of the first role over the run, which the document does not contain
   */
  public static List<String> lines(
      RunJob job, RunDocument document, boolean sound, Set<String> said, RateLine rates) {
    ShortReport report = new ShortReport(document, rates);
    report.lines.add("");
    report.trust(job.plan().pacing(), sound);
    report.warnings(said);
    List<String> details = new ArrayList<>(report.phases());
    details.addAll(report.roles());
    details.addAll(AgentLines.differing(report.outcome.agents()));
    details.addAll(report.errors());
    if (report.outcome.replay() != null) {
      details.addAll(ReplayLines.of(report.outcome.replay()));
    }
    List<String> stalls = report.stalls();
    report.operations(Math.max(LEAST_OPERATIONS, DETAILS - details.size() - stalls.size()));
    report.lines.addAll(details);
    report.lines.addAll(stalls);
    report.lines.addAll(Sparkline.of(rates));
    report.counts();
    return List.copyOf(report.lines);
  }

  private static String line(String format, Object... values) {
    return Text.format(format, values).stripTrailing();
  }

  /** Adds why the run ended, whether it can be trusted, and how uncertain its rate is. */
  private void trust(Pacing pacing, boolean sound) {
    boolean failed = document.state() == RunState.FAILED;
    if (failed) {
      lines.add(Objects.requireNonNullElse(document.reason(), ""));
    }
    TrustSummary trust = Objects.requireNonNull(outcome.trust());
    if (!failed || TrustCause.starved(trust)) {
      lines.addAll(TrustLines.brief(trust));
    }
    if (sound && pacing instanceof Pacing.ClosedLoop) {
      uncertainty(TrustCause.starved(trust));
    }
    if (outcome.steady() != null && Boolean.FALSE.equals(outcome.steady().reached())) {
      lines.add("Not steady: the run did not settle before its end; make it longer");
    }
    verdicts(outcome.verdicts());
  }

  /** Adds all verdicts but those on kinds of transaction that met their limits. */
  private void verdicts(List<Verdict> all) {
    List<Verdict> kinds = all.stream().filter(KindLimitSummary.class::isInstance).toList();
    all.stream()
        .filter(verdict -> !verdict.met() || !kinds.contains(verdict))
        .forEach(verdict -> lines.add(verdict.line()));
    if (!kinds.isEmpty() && kinds.stream().allMatch(Verdict::met)) {
      lines.add(line("Response limits of all %d kinds of transaction met", kinds.size()));
    }
  }

  /** Adds the 95 % interval of the rate from the rates of successive parts of the run. */
  private void uncertainty(boolean starved) {
    double judgedFrom = Objects.requireNonNull(outcome.trust()).judgedFromSeconds();
    double part = rates.length() / FigureFormat.SECOND / Math.max(1, rates.size());
    int first = (int) Math.ceil(judgedFrom / part);
    int batch = (rates.size() - first) / BATCHES;
    if (batch < 1) {
      return;
    }
    MeanEstimate mean =
        MeanEstimate.of(
            IntStream.range(0, BATCHES).mapToDouble(i -> mean(first + i * batch, batch)));
    double reach = PERCENT * (mean.high() - mean.low()) / 2 / mean.value();
    if (Double.isFinite(reach)) {
      lines.add(
          line(
              "The rate is known to ±%.0f %% within this run; %s",
              reach, starved ? "an idle machine may do more" : "--repeat 3 compares runs"));
    }
  }

  private double mean(int from, int count) {
    return IntStream.range(from, from + count).mapToDouble(rates::rate).average().orElse(0);
  }

  private void warnings(Set<String> said) {
    TrustSummary trust = Objects.requireNonNull(outcome.trust());
    document.warnings().stream()
        .filter(each -> !said.contains(each))
        .filter(each -> !trust.reasons().contains(each) && !trust.cautions().contains(each))
        .forEach(each -> lines.addAll(TextLines.wrapped("Warning: " + each)));
  }

  private void operations(int rows) {
    boolean open =
        run.kinds().values().stream()
            .anyMatch(kind -> !kind.serviceNanoseconds().equals(kind.responseNanoseconds()));
    lines.add("");
    lines.add(table(open ? "time in ms" : "service time in ms").line("  ", "", null));
    Set<String> shown = shown(rows - (open ? 1 : 0));
    run.kinds()
        .forEach(
            (name, kind) -> {
              if (open && kind.category() == Category.TRANSACTION) {
                row(name + " response", kind, kind.responseNanoseconds());
                row(name + " service", kind, kind.serviceNanoseconds());
              } else if (shown.contains(name)) {
                boolean part = kind.category() == Category.TRANSACTION_KIND;
                row(part ? "  " + name : name, kind, kind.serviceNanoseconds());
              }
            });
    long left = occurred().count() - shown.size();
    if (left > 0) {
      lines.add("  (" + FigureFormat.count(left, "operation") + " more with --verbose)");
    }
  }

  private Stream<Map.Entry<String, KindSummary>> occurred() {
    return run.kinds().entrySet().stream()
        .filter(each -> each.getValue().count() > 0 || isTransaction(each.getValue()));
  }

  private static boolean isTransaction(KindSummary kind) {
    return kind.category() == Category.TRANSACTION;
  }

  /** Returns the operations with a row: those that took most of the time. */
  private Set<String> shown(int rows) {
    boolean all = occurred().count() <= rows;
    return occurred()
        .sorted(Comparator.comparingDouble(each -> -time(each.getValue())))
        .sorted(Comparator.comparing(each -> !isTransaction(each.getValue())))
        .limit(all ? rows : rows - 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static double time(KindSummary kind) {
    return kind.count() * kind.serviceNanoseconds().mean();
  }

  private void row(String name, KindSummary kind, LatencySummary times) {
    lines.add(row(new TimesRow(name, kind, times)));
  }

  private static String row(TimesRow row) {
    return table("").line("  ", "", row);
  }

  private static FigureTable<TimesRow> table(String head) {
    FigureTable<TimesRow> names =
        new FigureTable<TimesRow>().label(head, NAME, row -> TextLines.cut(row.name(), NAME));
    return TimesRow.columns(names, 10, 9, PERCENTILES);
  }

  private List<String> roles() {
    List<RoleSummary> roles = run.roles();
    return roles == null || roles.size() == 1
        ? List.of()
        : roles.stream()
            .map(
                role ->
                    new TimesRow(
                        "role " + role.name(),
                        role.transactionsPerSecond(),
                        role.transactions(),
                        role.responseNanoseconds()))
            .map(ShortReport::row)
            .toList();
  }

  private List<String> phases() {
    return Objects.requireNonNullElse(outcome.phases(), List.<PhaseSummary>of()).stream()
        .map(
            phase ->
                new TimesRow(
                    "phase " + phase.name(),
                    phase.transactionsPerSecond(),
                    phase.transactions(),
                    phase.responseNanoseconds()))
        .map(ShortReport::row)
        .toList();
  }

  private List<String> errors() {
    return run.errorClasses().stream().limit(ERRORS).flatMap(ShortReport::error).toList();
  }

  private static Stream<String> error(ErrorSummary error) {
    String line =
        line("  %,d × %s %s: %s", error.count(), error.kind(), error.code(), error.example());
    return TextLines.wrapped(line, 4).stream();
  }

  private List<String> stalls() {
    StallFindings findings = outcome.findings();
    List<StallSummary> stalls = Objects.requireNonNullElse(findings.stalls(), List.of());
    List<StallSummary> longest =
        stalls.stream()
            .sorted(Comparator.comparingDouble(StallSummary::lengthSeconds).reversed())
            .limit(STALLS)
            .sorted(Comparator.comparingDouble(StallSummary::startSeconds))
            .toList();
    return longest.stream().map(ShortReport::stall).flatMap(List::stream).toList();
  }

  private static List<String> stall(StallSummary stall) {
    String cause =
        switch (stall.blame()) {
          case "generator" -> "generator paused";
          case "others" -> "processors used by others";
          default ->
              Boolean.TRUE.equals(stall.generatorBound())
                  ? "load generator starved"
                  : String.join(" ", stall.kinds());
        };
    return TextLines.wrapped(
        line(
            "  Stall at %,.1f s for %.1f s, %s delayed, max %s ms; %s%s",
            stall.startSeconds(),
            stall.lengthSeconds(),
            FigureFormat.count(stall.delayed()),
            FigureFormat.millis((double) stall.longestNanoseconds()),
            cause,
            stall.counters().stream()
                .map(move -> "; " + move.text())
                .collect(Collectors.joining())),
        INDENT);
  }

  private void counts() {
    Lines counts = new Lines();
    counts.add(
        "%s in %,.1f s",
        FigureFormat.count(run.succeeded(), "transaction"),
        run.elapsedNanoseconds() / FigureFormat.SECOND);
    double share = run.started() == 0 ? 0 : (double) run.failed() / run.started();
    counts.add(
        run.errors() == 0
            ? "no errors"
            : Text.format(
                "%s (%s of started)",
                FigureFormat.count(run.errors(), "error"), FigureFormat.percent(share)));
    counts.add(
        run.retries() == 0
            ? "no retries"
            : FigureFormat.count(run.retries()) + (run.retries() == 1 ? " retry" : " retries"));
    if (run.unexpected() != null && run.unexpected() > 0) {
      counts.add(FigureFormat.count(run.unexpected()) + " results with too few rows");
    }
    if (run.reconnects() > 0) {
      counts.add(FigureFormat.count(run.reconnects(), "reconnect"));
    }
    lines.addAll(TextLines.wrapped("  " + String.join(", ", counts)));
    lines.add(
        line(
            "  %s statements/s, %s rows/s",
            FigureFormat.rate(run.statementsPerSecond()),
            FigureFormat.rate(run.rowsReadPerSecond() + run.rowsWrittenPerSecond())));
    boolean said = Objects.requireNonNullElse(document.reason(), "").contains("never started");
    if (run.neverStarted() > 0 && !said) {
      lines.add(
          line(
              "  %,d of %,d arrivals never started (%s)",
              run.neverStarted(),
              run.scheduled(),
              FigureFormat.percent((double) run.neverStarted() / run.scheduled())));
    }
    cost();
  }

  private void cost() {
    MeasuredRun measured = new MeasuredRun(document, List.of(), List.of());
    List<String> costs = new ArrayList<>();
    cost(
        costs,
        measured,
        CostMetric.CPU,
        withGenerator() ? "%,.0f µs of CPU, the generator's too" : "%,.0f µs of the server's CPU");
    cost(costs, measured, CostMetric.READ, "%,.1f kB read");
    cost(costs, measured, CostMetric.WRITTEN, "%,.1f kB written");
    if (!costs.isEmpty()) {
      lines.add("  A transaction costs " + String.join(", ", costs));
    }
  }

  /** Whether the database and the load generator are one process. */
  private boolean withGenerator() {
    CostSummary cost = outcome.cost();
    return cost != null
        && cost.sources().values().stream()
            .anyMatch(source -> source.what().equals(CostSource.WITH_GENERATOR));
  }

  private static void cost(
      List<String> costs, MeasuredRun measured, CostMetric metric, String format) {
    double figure = RunMetrics.of(metric.perTransaction()).of(measured);
    if (figure > 0) {
      costs.add(Text.format(format, figure));
    }
  }
}
