package io.stallmark.report.text;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.record.Kind;
import io.stallmark.report.TrustCause;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.table.FigureTable;
import io.stallmark.report.table.TimesRow;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.Percentile;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunState;
import io.stallmark.result.RunSummary;
import io.stallmark.result.RunSummary.KindSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Results of runs for programs and for Markdown, from their directories. */
public final class RunRows {

  private static final FigureTable<TimesRow> TIMES =
      TimesRow.columns(
          new FigureTable<TimesRow>().label("time in ms", TimesRow::name),
          0,
          0,
          List.of(Percentile.P50, Percentile.P95, Percentile.P99, Percentile.MAX));

  private RunRows() {}

  /** Returns the content of a {@code run.json}. */
  public static String json(Path run) throws IOException {
    return Files.readString(run.resolve(RunFile.NAME)).stripTrailing();
  }

  /** Returns the contents of several {@code run.json} as one array. */
  public static String json(List<Path> runs) throws IOException {
    List<String> documents = new ArrayList<>();
    for (Path run : runs) {
      documents.add(json(run));
    }
    return documents.isEmpty() ? "[]" : "[" + String.join(",\n", documents) + "]";
  }

  /** Returns a line of names and one for each run, with every metric. */
  public static String csv(List<Path> runs) throws IOException {
    FigureTable<StoredRun> table =
        new FigureTable<StoredRun>("")
            .column("directory", run -> String.valueOf(run.directory().getFileName()))
            .column("started_at", run -> run.document().startedAt())
            .column("workload", run -> run.document().workload())
            .column("database", run -> DatabaseName.of(run.document()))
            .column("name", run -> run.document().name())
            .column("tags", run -> tags(run.document()))
            .column("state", run -> run.document().state().word())
            .column("trusted", StoredRun::trusted);
    for (RunMetric metric : RunMetrics.all().values()) {
      table.column(metric.id(), run -> metric.of(run.measured()));
    }
    return table.content(read(runs)).stripTrailing();
  }

  private static String tags(RunDocument run) {
    return run.tags().entrySet().stream()
        .map(tag -> tag.getKey() + "=" + tag.getValue())
        .collect(Collectors.joining(" "));
  }

  private static List<StoredRun> read(List<Path> runs) throws IOException {
    List<StoredRun> all = new ArrayList<>();
    for (Path run : runs) {
      all.add(StoredRun.read(run));
    }
    return all;
  }

  /** Returns the headline of a run, whether it can be trusted, and its times, as Markdown. */
  public static List<String> markdown(Path directory) throws IOException {
    RunDocument run = RunFile.read(directory);
    RunSummary summary = run.outcome().summary();
    List<String> lines = new ArrayList<>();
    if (summary == null) {
      lines.add("**" + Headline.subject(run) + ": " + run.state().word() + "**");
      return lines;
    }
    lines.add("**" + Headline.of(run, run.state() != RunState.FAILED) + "**");
    lines.add("");
    String doubt = TrustCause.doubt(run);
    if (!doubt.isEmpty()) {
      lines.addAll(List.of("UNTRUSTED: " + doubt, ""));
    }
    List<TimesRow> rows = new ArrayList<>();
    summary.kinds().forEach((name, kind) -> rows.add(row(name, kind)));
    rows.removeIf(row -> row.count() == 0);
    lines.addAll(TIMES.markdown(rows));
    return lines;
  }

  private static TimesRow row(String name, KindSummary kind) {
    boolean all = name.equals(Kind.TRANSACTION);
    return new TimesRow(name, kind, all ? kind.responseNanoseconds() : kind.serviceNanoseconds());
  }
}
