package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.engine.RunFailure;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadCluster.Participation;
import io.stallmark.run.LoadCluster.Surroundings;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code stallmark agent}: takes part in the runs of a coordinator. */
@Command(name = "agent")
final class AgentCommand implements Callable<Integer> {

  private final CommandContext program;

  @Option(names = "--join", paramLabel = "HOST:PORT")
  @Nullable String join;

  @Option(names = "--name", paramLabel = "TEXT")
  @Nullable String name;

  @Option(names = "--once")
  boolean once;

  @Option(names = "--cluster-key-file", paramLabel = "FILE")
  @Nullable Path keyFile;

  @Option(names = "--out", paramLabel = "DIR", defaultValue = "results")
  Path out = Path.of("results");

  AgentCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, RunFailure, IOException, InterruptedException {
    if (join == null) {
      throw new SpecException("--join is missing: give the coordinator's HOST:PORT");
    }
    InterruptHandler interruption = program.interruption();
    LoadCluster.installed()
        .serve(
            new Participation(join, name, once, program.resolve(out)),
            new Surroundings(
                keyFile == null ? null : program.resolve(keyFile),
                program.environment(),
                interruption::asked,
                program.terminal()::result,
                program.terminal()::warning));
    return (interruption.asked() ? Exit.INTERRUPTED : Exit.WELL).code();
  }
}
