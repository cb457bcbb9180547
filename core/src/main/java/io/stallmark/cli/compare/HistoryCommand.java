package io.stallmark.cli.compare;

import io.stallmark.analysis.compare.RunMetric;
import io.stallmark.analysis.compare.RunMetrics;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.report.Terminal;
import io.stallmark.report.compare.HistoryExport;
import io.stallmark.report.compare.HistoryPage;
import io.stallmark.report.compare.HistoryText;
import io.stallmark.report.compare.RunHistory;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark history}. */
@Command(name = "history")
public final class HistoryCommand implements Callable<Integer> {

  private final Terminal terminal;
  private final Path directory;

  @Parameters(index = "0", paramLabel = "DIR")
  private Path runs = Path.of("");

  @Option(names = "--metric", paramLabel = "NAME", defaultValue = "transactions_per_s")
  private String metric = "";

  @Option(names = "--export", paramLabel = "FORMAT")
  private @Nullable String export;

  @Option(names = "--out", paramLabel = "FILE")
  private @Nullable Path out;

  @Mixin private OutputOptions output = new OutputOptions();

  /**
   * Creates the command.
   *
   * @param directory base directory of relative paths
   */
  public HistoryCommand(Terminal terminal, Path directory) {
    this.terminal = terminal;
    this.directory = directory;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    output.apply(terminal);
    RunMetric drawn = metric();
    @Nullable HistoryExport format = export == null ? null : format(export);
    Path below = directory.resolve(runs);
    if (!Files.isDirectory(below)) {
      throw new SpecException(below + " is not a directory");
    }
    List<StoredRun> found = StoredRun.below(below, terminal::warning);
    if (found.isEmpty()) {
      throw new SpecException(below + " contains no readable run");
    }
    List<RunHistory> histories = RunHistory.of(found, drawn);
    if (format != null) {
      return write(histories, drawn, format, below);
    }
    List<String> lines = HistoryText.runs(found, output.verbose());
    lines.forEach(terminal::result);
    for (RunHistory history : histories) {
      terminal.result("");
      HistoryText.of(history).forEach(terminal::result);
    }
    if (histories.isEmpty()) {
      throw none(drawn, "draw");
    }
    Path page = out == null ? below.resolve("history.html") : directory.resolve(out);
    HistoryPage.write(found, histories, drawn, page);
    terminal.result("");
    terminal.result(page.toString());
    output.print(
        terminal,
        found.stream().map(StoredRun::directory).toList(),
        lines,
        HistoryText.markdown(found));
    return 0;
  }

  private static IOException none(RunMetric drawn, String act) {
    return new IOException(
        Text.format(
            "No completed run has %s; there is nothing to %s: give another --metric",
            drawn.id(), act));
  }

  private static HistoryExport format(String word) throws SpecException {
    List<String> words = Stream.of(HistoryExport.values()).map(HistoryExport::word).toList();
    int index = words.indexOf(word);
    if (index < 0) {
      throw new SpecException("--export: no '" + word + "': " + NearestWord.hint(word, words));
    }
    return HistoryExport.values()[index];
  }

  private int write(List<RunHistory> histories, RunMetric drawn, HistoryExport format, Path below)
      throws IOException {
    if (histories.isEmpty()) {
      throw none(drawn, "export");
    }
    Path into = out == null ? below.resolve(format.word()) : directory.resolve(out);
    try {
      Files.createDirectories(into);
      format.write(histories, drawn, into).forEach(file -> terminal.result(file.toString()));
    } catch (IOException e) {
      throw new IOException(
          "The export cannot be written to " + into + ": " + FileTrouble.reason(e), e);
    }
    return 0;
  }

  private RunMetric metric() throws SpecException {
    if (metric.startsWith("/")) {
      return RunHistory.metricAt(metric);
    }
    @Nullable RunMetric known = RunMetrics.all().get(metric);
    if (known == null) {
      throw new SpecException(
          "--metric: no '" + metric + "': " + NearestWord.hint(metric, RunMetrics.all().keySet()));
    }
    return known;
  }
}
