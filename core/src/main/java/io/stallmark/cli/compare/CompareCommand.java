package io.stallmark.cli.compare;

import io.stallmark.analysis.compare.RegressionGate;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.report.Terminal;
import io.stallmark.report.TextLines;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.ComparisonFiles;
import io.stallmark.report.compare.ComparisonPage;
import io.stallmark.report.compare.ComparisonText;
import io.stallmark.report.compare.GateReport;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.spec.SpecException;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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
    RunGroupReader groups = new RunGroupReader(directory, terminal);
    RunGroup groupA = groups.read(a);
    RunGroup groupB = groups.read(b);
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
