package io.stallmark.report;

import io.stallmark.analysis.Latency;
import io.stallmark.analysis.PhaseTotals;
import io.stallmark.analysis.Verdict;
import io.stallmark.analysis.cost.CostReport;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.engine.RunResult;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.record.Kind;
import io.stallmark.record.Kind.Category;
import io.stallmark.record.Series;
import io.stallmark.report.cost.CostLines;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.phase.PhaseLines;
import io.stallmark.report.stall.StallLines;
import io.stallmark.report.trust.Judgement;
import io.stallmark.report.trust.TrustLines;
import io.stallmark.spi.server.TableSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** What a run came to, for the user to read at a glance. */
public final class Summary {

  public static final List<Category> STATEMENTS =
      List.of(Category.READ, Category.WRITE, Category.OTHER);

  private static final double MEGABYTE = 1e6;

  private final ResolvedRun spec;
  private final RunResult result;
  private final Verdict verdict;
  private final List<String> lines = new ArrayList<>();

  private Summary(ResolvedRun spec, RunResult result, Verdict verdict) {
    this.spec = spec;
    this.result = result;
    this.verdict = verdict;
  }

  /**
   * The lines for the user.
   *
   * @param judgement whose cautions are among the warnings
   * @param warnings whole sentences
   * @param phases what each came to
   * @param files where the evidence is
   * @param sizes of the tables on disk, by when: start, end
   */
  public static List<String> lines(
      ResolvedRun spec,
      RunResult result,
      Verdict verdict,
      StallReport stalls,
      Judgement judgement,
      List<String> warnings,
      List<PhaseTotals.Total> phases,
      Path files,
      Map<String, TableSize> sizes,
      CostReport cost) {
    Summary summary = new Summary(spec, result, verdict);
    summary.headline(judgement);
    summary.counts();
    summary.times();
    summary.lines.addAll(PhaseLines.of(phases));
    summary.identity();
    summary.errors();
    summary.sizes(sizes);
    summary.lines.addAll(CostLines.of(cost));
    summary.lines.add("");
    summary.lines.addAll(StallLines.of(stalls));
    if (!warnings.isEmpty()) {
      summary.section("Warnings");
      warnings.forEach(warning -> summary.lines.add("  " + warning));
    }
    summary.section("Files");
    summary.lines.add("  " + files);
    summary.lines.add("  " + files.resolve(ResultFiles.PAGE));
    return List.copyOf(summary.lines);
  }

  /** Successful statements of a category. */
  public static long statements(RunResult result, Category category) {
    long sum = 0;
    for (int i = 1; i < result.kinds().size(); i++) {
      sum += result.kinds().get(i).category() == category ? result.totals().get(i).successes() : 0;
    }
    return sum;
  }

  private void headline(Judgement judgement) {
    lines.add("");
    String what = spec.workload() + " on " + spec.binding() + ", " + Header.run(spec.plan());
    if (verdict.state() != Verdict.State.COMPLETED) {
      lines.add(verdict.state().name() + ": " + verdict.reason());
    }
    lines.add(
        verdict.sound()
            ? Figures.rate(result.transactionsPerSecond()) + " transactions/s: " + what
            : what);
    lines.addAll(TrustLines.of(judgement, verdict.state() == Verdict.State.FAILED));
    lines.add("");
  }

  private void counts() {
    count("transactions", result.succeeded(), "");
    List<String> parts = new ArrayList<>();
    for (Category category : STATEMENTS) {
      parts.add(
          category.name().toLowerCase(Locale.ROOT)
              + " "
              + Figures.count(statements(result, category)));
    }
    count("statements", result.statements(), "   " + String.join(", ", parts));
    count("rows read", result.rows(Category.READ), "");
    count("rows written", result.rows(Category.WRITE), "");
    count("retries", result.retries(), "");
    count("errors", result.failed(), "   " + Figures.percent(result.errorShare()) + " of started");
    if (result.reconnects() > 0) {
      count("reconnects", result.reconnects(), "");
    }
    lines.add(
        String.format(
            Locale.ROOT, "  %-14s %,15.3f s", "elapsed", result.elapsed() / Figures.SECOND));
  }

  private void count(String name, long count, String remark) {
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-14s %,15d  %,14.1f /s%s",
            name,
            count,
            Figures.perSecond(count, result.elapsed()),
            remark));
  }

  private void times() {
    boolean same =
        result.totals().stream().allMatch(series -> series.service().equals(series.response()));
    if (same) {
      section("Service time in ms, from start to end; response time is the same in this run");
      table(Series::service);
    } else {
      section("Response time in ms, from the intended start to the end");
      table(Series::response);
      section("Service time in ms, from the actual start to the end");
      table(Series::service);
    }
    if (result.timerLateness().getTotalCount() > 0) {
      Latency timer = Latency.of(result.timerLateness());
      lines.add("");
      lines.add(
          "Of the response time, the client's own lateness in ms: p50 "
              + Figures.millis((double) timer.p50())
              + ", p99 "
              + Figures.millis((double) timer.p99())
              + ", max "
              + Figures.millis((double) timer.max()));
    }
  }

  private void table(Function<Series, Histogram> clock) {
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-22s %12s %11s %9s %9s %9s %9s %9s %9s",
            "",
            "count",
            "/s",
            "mean",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max"));
    for (int i = 0; i < result.kinds().size(); i++) {
      Kind kind = result.kinds().get(i);
      Latency latency = Latency.of(clock.apply(result.totals().get(i)));
      if (i > 0 && latency.count() == 0) {
        continue; // a kind that a run may need and this one did not
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-22s %,12d %,11.1f %9s %9s %9s %9s %9s %9s",
              kind.category() == Category.TRANSACTION_KIND ? "  " + kind.name() : kind.name(),
              latency.count(),
              Figures.perSecond(latency.count(), result.elapsed()),
              millis(latency, latency.mean()),
              millis(latency, (double) latency.p50()),
              millis(latency, (double) latency.p95()),
              millis(latency, (double) latency.p99()),
              millis(latency, (double) latency.p999()),
              millis(latency, (double) latency.max())));
    }
  }

  private static String millis(Latency latency, double nanos) {
    return latency.count() == 0 ? "–" : Figures.millis(nanos);
  }

  private void identity() {
    section("No arrival disappears");
    lines.add(
        String.format(
            Locale.ROOT,
            "  scheduled %,d = started %,d + never started %,d",
            result.scheduled(),
            result.started(),
            result.neverStarted()));
    lines.add(
        String.format(
            Locale.ROOT,
            "  started %,d = succeeded %,d + failed %,d + in flight %,d",
            result.started(),
            result.succeeded(),
            result.failed(),
            result.inFlight()));
  }

  private void errors() {
    if (result.errors().isEmpty()) {
      return;
    }
    section("Errors by class");
    for (ErrorClass error : result.errors()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %,12d  %-13s %-8s %s",
              error.count(),
              error.kind(),
              error.code(),
              error.example().replaceAll("\\s*[\\r\\n]+\\s*", " ")));
    }
  }

  private void sizes(Map<String, TableSize> sizes) {
    if (sizes.isEmpty()) {
      return;
    }
    section("Size on disk in MB (1,000,000 bytes)");
    lines.add(String.format(Locale.ROOT, "  %-22s %12s %11s %11s", "", "data", "indexes", "files"));
    sizes.forEach(
        (when, size) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "  %-22s %,12.1f %,11.1f %11s",
                    "at the " + when,
                    size.dataBytes() / MEGABYTE,
                    size.indexBytes() / MEGABYTE,
                    size.fileBytes().isPresent()
                        ? String.format(
                            Locale.ROOT, "%,.1f", size.fileBytes().getAsLong() / MEGABYTE)
                        : "–")));
  }

  private void section(String title) {
    lines.add("");
    lines.add(title);
  }
}
