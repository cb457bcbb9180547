package io.stallmark.cli;

import io.stallmark.spec.SpecException;
import picocli.CommandLine.Option;

/** How many clients, loaders or checkers there are. */
final class ThreadsOption {

  static final int MOST = 10_000;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Clients at a time, each with a connection of its own. Default: ${DEFAULT-VALUE}.")
  private int threads;

  int checked() throws SpecException {
    if (threads < 1 || threads > MOST) {
      throw new SpecException("--threads must be within 1 and " + MOST + ", not " + threads);
    }
    return threads;
  }
}
