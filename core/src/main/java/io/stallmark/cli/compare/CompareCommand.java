package io.stallmark.cli.compare;

import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.report.Terminal;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparisonFiles;
import io.stallmark.report.compare.ComparisonPage;
import io.stallmark.report.compare.ComparisonText;
import io.stallmark.report.compare.RunGroup;
import io.stallmark.spec.FileTrouble;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark compare}. */
@Command(
    name = "compare",
    header = "Says whether a run is faster than another, or cannot tell.",
    description = {
      "",
      "Puts throughput, percentiles, stalls and cost of two runs, or of two sets of repeated runs,"
          + " next to each other. With three runs a side or more each row has a confidence interval"
          + " of the difference, and a verdict: faster, slower, or no difference shown. The"
          + " intervals hold together with a probability of 95 %%. With fewer runs there is no"
          + " verdict.",
      "",
      "A directory that is no run's stands for the runs up to two levels below it, which must be"
          + " repetitions of each other; LABEL in an experiment's directory stands for LABEL.1,"
          + " LABEL.2 and so on."
    },
    footer = {
      "",
      "Examples:",
      "  stallmark compare results/before results/after",
      "  stallmark compare results/before results/after --gate 5%%",
      "  stallmark compare baseline today --gate throughput=3%%,p99=10%% --out comparison",
      ""
    })
public final class CompareCommand implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final String PAGE = "comparison.html";

  private final Terminal terminal;
  private final Path directory;

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "The directory of a run, or one with repeated runs in it: the baseline.")
  private Path a = Path.of("");

  @Parameters(index = "1", paramLabel = "B", description = "The same of what is compared with it.")
  private Path b = Path.of("");

  @Option(
      names = "--gate",
      paramLabel = "SIZES",
      description =
          "Fail (exit code 1) when B is shown to be worse, and by more than this: 5%% of the"
              + " throughput or of a percentile of the response time, or NAME=SIZE, with commas"
              + " between several. Names: throughput, p50, p95, p99, p99.9 or p999, stalls, and"
              + " every id in comparison.csv whose difference_unit is share. A row without a value"
              + " fails it, too, and so do runs that failed or are not to be trusted. What is"
              + " measured beyond its size but not shown is undecided, and so is everything with"
              + " fewer than three runs a side: a warning says so, the exit code is 0.")
  private @Nullable String gate;

  @Option(
      names = "--allow-untrusted",
      description = "With --gate: take runs that are not to be trusted, too, with a warning.")
  private boolean untrusted;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write comparison.html, comparison.csv and comparison.json there.")
  private @Nullable Path out;

  @Option(
      names = "--all",
      description = "Every row, also of kinds of operations that show no difference.")
  private boolean all;

  /**
   * Creates the command.
   *
   * @param directory base directory of relative paths
   */
  public CompareCommand(Terminal terminal, Path directory) {
    this.terminal = terminal;
    this.directory = directory;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    @Nullable RegressionGate limits = gate == null ? null : GateOption.parse(gate);
    if (untrusted && limits == null) {
      throw new SpecException("--allow-untrusted is for a --gate; without one all runs are taken");
    }
    if (out != null) {
      requireNoFile(out);
    }
    RunGroupReader groups = new RunGroupReader(directory, terminal);
    RunGroup groupA = groups.read(a);
    RunGroup groupB = groups.read(b);
    ComparedGroups compared = ComparedGroups.of(groupA, groupB);
    if (limits != null) {
      GateOption.check(limits, compared.comparison());
      compared = compared.with(limits, untrusted);
    }
    compared.warnings().forEach(terminal::warning);
    ComparisonText.of(compared, all).forEach(terminal::result);
    if (out != null) {
      write(compared, directory.resolve(out));
    }
    return compared.failed() ? FAILED : 0;
  }

  private void requireNoFile(Path into) throws SpecException {
    Path there = directory.resolve(into);
    if (Files.exists(there) && !Files.isDirectory(there)) {
      throw new SpecException("--out: " + into + " is there and no directory");
    }
  }

  private void write(ComparedGroups compared, Path into) throws IOException {
    try {
      Files.createDirectories(into);
      ComparisonFiles.write(compared, into);
      ComparisonPage.write(compared, into.resolve(PAGE));
    } catch (IOException e) {
      throw new IOException(
          "The comparison cannot be written to " + into + ": " + FileTrouble.reason(e), e);
    }
    terminal.result(into.resolve(PAGE).toString());
  }
}
