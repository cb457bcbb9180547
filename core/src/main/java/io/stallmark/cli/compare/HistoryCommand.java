package io.stallmark.cli.compare;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.report.Terminal;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.HistoryPage;
import io.stallmark.report.compare.HistoryText;
import io.stallmark.report.compare.RunHistory;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.run.document.RunLimit;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code stallmark history}. */
public final class HistoryCommand extends DeclaredCommand {

  private static final SpecOption<RunMetric> METRIC =
      SpecOption.value("metric", "NAME", HistoryCommand::metric, RunMetric::id)
          .withDefault(Comparison.THROUGHPUT);
  private static final SpecOption<Path> OUT = SpecOption.path("out", "FILE");

  private final Terminal terminal;

  public HistoryCommand(CommandContext program) {
    super(
        program,
        JobOptions.parameter("DIR", "0", "1"),
        JobOptions.of(METRIC, OUT),
        OutputOptions.options());
    terminal = program.terminal();
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException, IOException {
    OutputOptions output = new OutputOptions(given);
    output.apply(terminal);
    RunMetric drawn = METRIC.required(given);
    Path below = program.resolve(Path.of(given.required("dir", "a directory of runs")));
    Path out = OUT.read(given);
    if (!Files.isDirectory(below)) {
      throw new SpecException(below + " is not a directory");
    }
    List<StoredRun> found = StoredRun.below(below, terminal::warning);
    if (found.isEmpty()) {
      throw new SpecException(below + " contains no readable run");
    }
    List<RunHistory> histories = RunHistory.of(found, drawn);
    List<DuetFiles.Listed> duets = DuetFiles.of(found, terminal::warning);
    List<String> lines = new ArrayList<>(HistoryText.runs(found, output.verbose()));
    lines.addAll(HistoryText.duets(duets));
    if (!output.document()) {
      lines.forEach(terminal::result);
      for (RunHistory history : histories) {
        List<String> chart = HistoryText.of(history);
        if (!chart.isEmpty()) {
          terminal.result("");
          chart.forEach(terminal::result);
        }
      }
    }
    if (histories.isEmpty()) {
      throw new IOException(
          Text.format(
              "No completed run has %s; there is nothing to draw: give another --metric",
              drawn.id()));
    }
    Path page = out == null ? below.resolve("history.html") : program.resolve(out);
    HistoryPage.write(found, duets, histories, drawn, page);
    if (!output.document()) {
      terminal.result("");
      terminal.result(page.toString());
    }
    output.print(
        terminal,
        found.stream().map(StoredRun::directory).toList(),
        lines,
        HistoryText.markdown(found, duets));
    return 0;
  }

  private static RunMetric metric(String name) throws SpecException {
    return name.startsWith("/") ? RunHistory.metricAt(name) : RunLimit.metric(name);
  }
}
