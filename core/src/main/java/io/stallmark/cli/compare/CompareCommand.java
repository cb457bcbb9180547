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
@Command(name = "compare")
public final class CompareCommand implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final String PAGE = "comparison.html";

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

  @Option(names = "--out", paramLabel = "DIR")
  private @Nullable Path out;

  @Option(names = "--all")
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
