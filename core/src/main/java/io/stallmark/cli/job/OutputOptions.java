package io.stallmark.cli.job;

import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of what a command prints. They are not keys of a run's specification. */
public final class OutputOptions {

  /** Names of the options, without dashes. */
  public static final Set<String> KEYS = Set.of("verbose");

  @ArgGroup(validate = false, heading = "%nOutput:%n", order = 5)
  Output output = new Output();

  /** What is printed. */
  static final class Output {
    @Option(names = "--verbose")
    boolean verbose;
  }

  /** Whether everything is printed that is known. */
  public boolean verbose() {
    return output.verbose;
  }
}
