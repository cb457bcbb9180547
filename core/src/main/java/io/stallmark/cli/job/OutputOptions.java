package io.stallmark.cli.job;

import io.stallmark.report.Terminal;
import io.stallmark.report.text.RunRows;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options of what a command prints. They are not keys of a run's specification.
 *
 * @param given options of the command line
 */
public record OutputOptions(SpecEntries given) {

  private static final List<SpecOption<?>> ALL =
      Stream.of("verbose", "quiet", "json", "csv", "markdown")
          .<SpecOption<?>>map(SpecOption::flag)
          .toList();

  /** Names of the options, without dashes. */
  public static final Set<String> KEYS = Set.copyOf(SpecOption.names(ALL));

  /** The options of a command. */
  public static CommandSpec options() {
    return JobOptions.group("Output", 5, ALL);
  }

  /** Whether everything is printed that is known. */
  public boolean verbose() {
    return given.flag("verbose");
  }

  public boolean quiet() {
    return given.flag("quiet");
  }

  public boolean json() {
    return given.flag("json");
  }

  public boolean csv() {
    return given.flag("csv");
  }

  public boolean markdown() {
    return given.flag("markdown");
  }

  /** Whether standard output has one document and nothing else. */
  public boolean document() {
    return json() || csv() || markdown();
  }

  /** Whether the result is printed as lines, without progress. */
  boolean briefly() {
    return quiet() && !document();
  }

  /**
   * Applies the options to the terminal, before its first line.
   *
   * @throws SpecException if options exclude each other
   */
  public void apply(Terminal terminal) throws SpecException {
    if (Stream.of(json(), csv(), markdown()).filter(each -> each).count() > 1) {
      throw new SpecException("--json, --csv and --markdown exclude each other");
    }
    if (quiet() && verbose()) {
      throw new SpecException("--quiet and --verbose exclude each other");
    }
    if (quiet()) {
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
    if (json()) {
      terminal.document(RunRows.json(run));
    } else if (csv()) {
      terminal.document(RunRows.csv(List.of(run)));
    } else if (markdown()) {
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
    if (json()) {
      terminal.document(RunRows.json(runs));
    } else if (csv()) {
      terminal.document(RunRows.csv(runs));
    } else if (markdown()) {
      terminal.document(String.join("\n", markdown));
    } else if (quiet()) {
      terminal.document(String.join("\n", lines));
    }
  }
}
