package io.stallmark.cli.compare;

import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.experiment.run.RunDirectories;
import io.stallmark.experiment.run.RunDirectories.Labelled;
import io.stallmark.report.Terminal;
import io.stallmark.report.TextLines;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.ComparisonFiles;
import io.stallmark.report.compare.ComparisonPage;
import io.stallmark.report.compare.ComparisonText;
import io.stallmark.report.compare.GateReport;
import io.stallmark.report.compare.RunConfiguration;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.result.NoRunException;
import io.stallmark.spec.SpecException;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark compare}. */
@Command(name = "compare")
public final class CompareCommand implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final String PAGE = "comparison.html";

  private final CommandContext program;
  private final Terminal terminal;
  private final Path directory;

  @Parameters(index = "0", paramLabel = "A")
  private Path a = Path.of("");

  @Parameters(index = "1", paramLabel = "B")
  private Path b = Path.of("");

  @Option(names = "--gate", paramLabel = "SIZES")
  private @Nullable String gate;

  @Option(names = "--allow-untrusted")
  private boolean untrusted;

  @Option(names = "--require-trusted")
  private boolean trusted;

  @Option(names = "--undecided", paramLabel = "pass|fail")
  private @Nullable String undecided;

  @Option(names = "--junit", paramLabel = "FILE")
  private @Nullable Path junit;

  @Option(names = "--out", paramLabel = "DIR")
  private @Nullable Path out;

  @Option(names = "--all")
  private boolean all;

  @Mixin private OutputOptions output = new OutputOptions();

  public CompareCommand(CommandContext program) {
    this.program = program;
    terminal = program.terminal();
    directory = program.directory();
  }

  @Override
  public Integer call() throws SpecException, IOException {
    output.apply(terminal);
    @Nullable RegressionGate limits = gate == null ? null : GateOption.parse(gate);
    if (untrusted && limits == null) {
      throw new SpecException(
          "--allow-untrusted needs --gate; without a gate all runs are compared");
    }
    if (trusted && (limits == null || untrusted)) {
      throw new SpecException("--require-trusted needs --gate without --allow-untrusted");
    }
    boolean decided = mustDecide(limits != null);
    if (junit != null && limits == null) {
      throw new SpecException("--junit needs --gate, whose outcome it writes");
    }
    if (out != null) {
      requireNoFile(out);
    }
    RunGroup groupA = group(a);
    RunGroup groupB = group(b);
    requireNoCommonRun(groupA, groupB);
    ComparedGroups compared = ComparedGroups.of(groupA, groupB);
    if (limits != null) {
      GateOption.check(limits, compared.comparison());
      compared =
          compared.with(
              untrusted ? limits.allowUntrusted() : trusted ? limits.requireTrusted() : limits);
    }
    for (String warning : compared.warnings()) {
      TextLines.wrapped("Warning: " + warning).forEach(terminal::notice);
    }
    ComparisonText.of(compared, all || output.verbose()).forEach(terminal::result);
    document(compared).forEach(terminal::document);
    if (out != null) {
      write(compared, directory.resolve(out));
    }
    if (junit != null) {
      try {
        GateReport.write(compared, decided, directory.resolve(junit));
      } catch (IOException e) {
        throw new IOException(junit + " cannot be written: " + FileTrouble.reason(e), e);
      }
    }
    if (decided && compared.outcome().equals("undecided")) {
      terminal.error(
          "the gate is undecided, which fails "
              + (undecided == null ? "with CI=true" : "with --undecided fail")
              + "; --undecided pass lets it pass");
      return FAILED;
    }
    return compared.failed() ? FAILED : 0;
  }

  /**
   * Reads the runs of an argument.
   *
   * @throws SpecException if the directory contains no run, or its runs are not repetitions of each
   *     other
   */
  private RunGroup group(Path given) throws SpecException, IOException {
    List<StoredRun> runs = new ArrayList<>();
    try {
      for (Labelled run : RunDirectories.of(meant(directory.resolve(given)))) {
        runs.add(StoredRun.checked(run.directory()));
      }
    } catch (NoRunException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    List<StoredRun> distinct = StoredRun.distinct(runs, terminal::warning);
    RunGroup group =
        new RunGroup(
            given.toString(), distinct.size() == 1 ? distinct : completed(distinct, given));
    List<String> unlike = RunConfiguration.unlike(group.runs());
    if (!unlike.isEmpty()) {
      throw new SpecException(
          "%s contains runs that are not repetitions of one run: they differ in %s; give a run, or"
              + " a directory with repetitions only",
          given, String.join(", ", unlike));
    }
    return group;
  }

  /**
   * Returns the path, or the directories LABEL.1, LABEL.2 and so on, in which an experiment stores
   * the repetitions of LABEL.
   */
  private static List<Path> meant(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    Path name = path.getFileName();
    if (Files.exists(path) || parent == null || name == null || !Files.isDirectory(parent)) {
      return List.of(path);
    }
    try (Stream<Path> siblings = Files.list(parent)) {
      List<Path> repeated =
          siblings.filter(each -> isRepetition(each, name.toString())).sorted().toList();
      return repeated.isEmpty() ? List.of(path) : repeated;
    }
  }

  private static boolean isRepetition(Path path, String label) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith(label + ".")
        && name.substring(label.length() + 1).matches("\\d+")
        && Files.isDirectory(path);
  }

  /** Returns the completed runs. Of several runs, failed ones are left out with a warning. */
  private List<StoredRun> completed(List<StoredRun> runs, Path given) throws SpecException {
    List<StoredRun> completed = new ArrayList<>();
    for (StoredRun run : runs) {
      if (run.completed()) {
        completed.add(run);
      } else {
        terminal.warning(run.directory() + " is left out: " + run.document().state().word() + ".");
      }
    }
    if (completed.isEmpty()) {
      throw new SpecException(given + " has no completed run");
    }
    return completed;
  }

  private static void requireNoCommonRun(RunGroup a, RunGroup b) throws SpecException, IOException {
    for (StoredRun ofA : a.runs()) {
      for (StoredRun ofB : b.runs()) {
        if (ofA.identity().equals(ofB.identity())) {
          throw new SpecException(
              Text.format(
                  "%s of A and %s of B are the same run; give other runs",
                  ofA.directory(), ofB.directory()));
        }
      }
    }
  }

  /** Returns whether an undecided gate fails: as the user says, otherwise in CI. */
  private boolean mustDecide(boolean gated) throws SpecException {
    if (undecided == null) {
      return gated && "true".equalsIgnoreCase(program.environment().get("CI"));
    }
    if (!gated || !List.of("pass", "fail").contains(undecided)) {
      throw new SpecException("--undecided needs --gate; give pass or fail");
    }
    return undecided.equals("fail");
  }

  /** Returns the lines of the document that the user wants instead of lines. */
  private List<String> document(ComparedGroups compared) {
    if (output.json()) {
      return List.of(ComparisonFiles.json(compared).stripTrailing());
    }
    if (output.csv()) {
      return List.of(ComparisonFiles.csv(compared).stripTrailing());
    }
    if (output.markdown()) {
      return ComparisonText.markdown(compared, all || output.verbose());
    }
    return output.quiet() ? ComparisonText.gate(compared) : List.of();
  }

  private void requireNoFile(Path into) throws SpecException {
    Path there = directory.resolve(into);
    if (Files.exists(there) && !Files.isDirectory(there)) {
      throw new SpecException("--out: " + into + " is not a directory");
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
