package io.stallmark.cli.compare;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.experiment.run.RunDirectories;
import io.stallmark.experiment.run.RunDirectories.Labelled;
import io.stallmark.report.Terminal;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.ComparisonFiles;
import io.stallmark.report.compare.ComparisonPage;
import io.stallmark.report.compare.ComparisonText;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.RunConfiguration;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.result.NoRunException;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code stallmark compare}. */
public final class CompareCommand extends DeclaredCommand {

  private static final String PAGE = "comparison.html";

  private static final SpecOption<Path> OUT = SpecOption.path("out", "DIR");
  private static final SpecOption<Boolean> ALL = SpecOption.flag("all");

  private final Terminal terminal;
  private final Path directory;

  public CompareCommand(CommandContext program) {
    super(
        program,
        JobOptions.parameter("A", "0", "1"),
        JobOptions.parameter("B", "1", "1"),
        GateOptions.options(),
        JobOptions.of(OUT, ALL),
        OutputOptions.options());
    terminal = program.terminal();
    directory = program.directory();
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException, IOException {
    OutputOptions output = new OutputOptions(given);
    output.apply(terminal);
    GateOptions gate = GateOptions.read(program, given);
    Path out = OUT.read(given);
    boolean all = ALL.required(given) || output.verbose();
    if (out != null) {
      requireNoFile(out);
    }
    RunGroup groupA = group(Path.of(given.required("a", "a run")));
    RunGroup groupB = group(Path.of(given.required("b", "a run")));
    requireNoCommonRun(groupA, groupB);
    ComparedGroups compared = gate.judged(ComparedGroups.of(groupA, groupB));
    compared.warnings().forEach(terminal::warning);
    ComparisonText.of(compared, all).forEach(terminal::result);
    document(compared, output, all).forEach(terminal::document);
    if (out != null) {
      write(compared, directory.resolve(out));
    }
    return gate.concluded(program, compared, "");
  }

  /**
   * Reads the runs of an argument.
   *
   * @throws SpecException if the directory contains no run, or its runs are not repetitions of each
   *     other
   */
  private RunGroup group(Path given) throws SpecException, IOException {
    if (Files.exists(directory.resolve(given).resolve(DuetFiles.NAME))) {
      throw new SpecException(
          "%s is a duet, which is compared already: see %s; give runs, such as %s and %s",
          given, given.resolve(DuetFiles.PAGE), given.resolve("a"), given.resolve("b"));
    }
    List<StoredRun> runs = new ArrayList<>();
    try {
      for (Labelled run : RunDirectories.of(repetitions(directory.resolve(given)))) {
        runs.add(StoredRun.checked(run.directory()));
      }
    } catch (NoRunException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    List<StoredRun> distinct = StoredRun.distinct(runs, terminal::warning);
    RunGroup group =
        new RunGroup(
            given.toString(), distinct.size() == 1 ? distinct : completed(distinct, given));
    List<String> unlike = RunConfiguration.differingNames(group.runs());
    if (!unlike.isEmpty()) {
      throw new SpecException(
          "%s contains runs that are not repetitions of one run: they differ in %s; give a run, or"
              + " a directory with repetitions only",
          given,
          String.join(", ", unlike.stream().limit(3).toList())
              + (unlike.size() > 3 ? " and more" : ""));
    }
    return group;
  }

  /**
   * Returns the path, or the directories LABEL.1, LABEL.2 and so on, in which an experiment stores
   * the repetitions of LABEL.
   */
  private static List<Path> repetitions(Path path) throws IOException {
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
              "%s of A and %s of B are the same run; give other runs",
              ofA.directory(), ofB.directory());
        }
      }
    }
  }

  /** Returns the lines of the document that the user wants instead of lines. */
  private static List<String> document(ComparedGroups compared, OutputOptions output, boolean all) {
    if (output.json()) {
      return List.of(ComparisonFiles.json(compared).stripTrailing());
    }
    if (output.csv()) {
      return List.of(ComparisonFiles.csv(compared).stripTrailing());
    }
    if (output.markdown()) {
      return ComparisonText.markdown(compared, all);
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
