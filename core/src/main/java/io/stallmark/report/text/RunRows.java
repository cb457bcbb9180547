package io.stallmark.report.text;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.record.Kind;
import io.stallmark.report.FigureFormat;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.CsvTable;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.LatencySummary;
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
import java.util.Map;
import java.util.stream.Collectors;

/** Results of runs for programs and for Markdown, from their directories. */
public final class RunRows {

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
    CsvTable<StoredRun> table =
        new CsvTable<StoredRun>("")
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
    String doubt = Headline.doubt(run);
    if (!doubt.isEmpty()) {
      lines.addAll(List.of("UNTRUSTED: " + doubt, ""));
    }
    lines.add("| time in ms | /s | mean | p50 | p95 | p99 | max |");
    lines.add("|---|--:|--:|--:|--:|--:|--:|");
    for (Map.Entry<String, KindSummary> kind : summary.kinds().entrySet()) {
      if (kind.getValue().count() > 0) {
        boolean all = kind.getKey().equals(Kind.TRANSACTION);
        lines.add(row(kind.getKey(), kind.getValue(), all));
      }
    }
    return lines;
  }

  private static String row(String name, KindSummary kind, boolean response) {
    LatencySummary times = response ? kind.responseNanoseconds() : kind.serviceNanoseconds();
    return "| "
        + String.join(
            " | ",
            name,
            FigureFormat.rate(kind.perSecond()),
            FigureFormat.millis(times.mean()),
            FigureFormat.percentile(kind.count(), Percentile.P50, times),
            FigureFormat.percentile(kind.count(), Percentile.P95, times),
            FigureFormat.percentile(kind.count(), Percentile.P99, times),
            FigureFormat.percentile(kind.count(), Percentile.MAX, times))
        + " |";
  }
}
