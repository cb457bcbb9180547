package io.stallmark.cli.job;

import io.stallmark.report.Terminal;
import io.stallmark.report.text.RunRows;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of what a command prints. They are not keys of a run's specification. */
public final class OutputOptions {

  /** Names of the options, without dashes. */
  public static final Set<String> KEYS = Set.of("verbose", "quiet", "json", "csv", "markdown");

  @ArgGroup(validate = false, heading = "%nOutput:%n", order = 5)
  Output output = new Output();

  /** What is printed. */
  static final class Output {
    @Option(names = "--verbose")
    boolean verbose;

    @Option(names = "--quiet")
    boolean quiet;

    @Option(names = "--json")
    boolean json;

    @Option(names = "--csv")
    boolean csv;

    @Option(names = "--markdown")
    boolean markdown;
  }

  /** Whether everything is printed that is known. */
  public boolean verbose() {
    return output.verbose;
  }

  public boolean quiet() {
    return output.quiet;
  }

  public boolean json() {
    return output.json;
  }

  public boolean csv() {
    return output.csv;
  }

  public boolean markdown() {
    return output.markdown;
  }

  /** Whether standard output has one document and nothing else. */
  public boolean document() {
    return output.json || output.csv || output.markdown;
  }

  /** Whether the result is printed as lines, without progress. */
  boolean briefly() {
    return output.quiet && !document();
  }

  /**
   * Applies the options to the terminal, before its first line.
   *
   * @throws SpecException if options exclude each other
   */
  public void apply(Terminal terminal) throws SpecException {
    if (Stream.of(output.json, output.csv, output.markdown).filter(each -> each).count() > 1) {
      throw new SpecException("--json, --csv and --markdown exclude each other");
    }
    if (output.quiet && output.verbose) {
      throw new SpecException("--quiet and --verbose exclude each other");
    }
    if (output.quiet) {
      terminal.quiet();
    } else if (document()) {
      terminal.divert();
    }
  }

  /**
   * Prints the document of a run.
   *
   * @param run directory of the run; null: it has none, and nothing is printed
   */
  public void print(Terminal terminal, @Nullable Path run) throws IOException {
    if (run == null) {
      return;
    }
    if (output.json) {
      terminal.document(RunRows.json(run));
    } else if (output.csv) {
      terminal.document(RunRows.csv(List.of(run)));
    } else if (output.markdown) {
      terminal.document(String.join("\n", RunRows.markdown(run)));
    }
  }

  /**
   * Prints the document of several runs.
   *
   * @param lines the table of the runs
   * @param markdown the same as Markdown
   */
  public void print(Terminal terminal, List<Path> runs, List<String> lines, List<String> markdown)
      throws IOException {
    if (output.json) {
      terminal.document(RunRows.json(runs));
    } else if (output.csv) {
      terminal.document(RunRows.csv(runs));
    } else if (output.markdown) {
      terminal.document(String.join("\n", markdown));
    } else if (output.quiet) {
      terminal.document(String.join("\n", lines));
    }
  }
}
