package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.run.LoadCluster;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code stallmark agents}: prints what starts agents elsewhere. */
@Command(name = "agents")
final class AgentsCommand implements Callable<Integer> {

  private AgentsCommand() {}

  /** Creates the command with its subcommands. */
  static CommandLine commandLine(CommandContext program) {
    return new CommandLine(new AgentsCommand())
        .addSubcommand("kubernetes", new Kubernetes(program));
  }

  @Override
  public Integer call() throws SpecException {
    throw new SpecException("Give a command: kubernetes; 'stallmark agents --help' explains it");
  }

  /** {@code stallmark agents kubernetes}. */
  @Command(name = "kubernetes")
  static final class Kubernetes implements Callable<Integer> {

    private static final int MOST = 1000;

    private final CommandContext program;

    @Option(names = "--agents", paramLabel = "N")
    @Nullable Integer agents;

    @Option(names = "--image", paramLabel = "IMAGE")
    @Nullable String image;

    @Option(names = "--name", paramLabel = "NAME", defaultValue = "stallmark")
    String name = "stallmark";

    @Option(names = "--namespace", paramLabel = "NAME")
    @Nullable String namespace;

    Kubernetes(CommandContext program) {
      this.program = program;
    }

    @Override
    public Integer call() throws SpecException {
      if (agents == null || image == null) {
        throw new SpecException(
            (agents == null
                ? "--agents is missing: give their number"
                : "--image is missing: give the image of stallmark"));
      }
      SpecOption.check("--agents", agents >= 1 && agents <= MOST, "within 1 and " + MOST);
      program
          .terminal()
          .result(
              LoadCluster.installed().kubernetes(agents, image, name, namespace).stripTrailing());
      return CommandContext.WELL;
    }
  }
}
