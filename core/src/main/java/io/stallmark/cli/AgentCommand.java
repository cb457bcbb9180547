package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.engine.RunFailure;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadCluster.Participation;
import io.stallmark.run.LoadCluster.Surroundings;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.io.IOException;
import java.nio.file.Path;

/** {@code stallmark agent}: takes part in the runs of a coordinator. */
final class AgentCommand extends DeclaredCommand {

  private static final SpecOption<String> JOIN = SpecOption.text("join", "HOST:PORT");
  private static final SpecOption<String> NAME = SpecOption.text("name", "TEXT");
  private static final SpecOption<Boolean> ONCE = SpecOption.flag("once");
  private static final SpecOption<Path> KEY_FILE = SpecOption.path("cluster-key-file", "FILE");
  private static final SpecOption<Path> OUT = SpecOption.path("out", "DIR").withDefault("results");

  AgentCommand(CommandContext program) {
    super(program, JobOptions.of(JOIN, NAME, ONCE, KEY_FILE, OUT));
  }

  @Override
  protected int execute(SpecEntries given)
      throws SpecException, RunFailure, IOException, InterruptedException {
    String join = given.required(JOIN.name(), "the coordinator's HOST:PORT");
    Path keyFile = KEY_FILE.read(given);
    InterruptHandler interruption = program.interruption();
    LoadCluster.installed()
        .serve(
            new Participation(
                join, NAME.read(given), ONCE.required(given), program.resolve(OUT.required(given))),
            new Surroundings(
                keyFile == null ? null : program.resolve(keyFile),
                program.environment(),
                interruption::asked,
                program.terminal()::result,
                program.terminal()::warning));
    return (interruption.asked() ? Exit.INTERRUPTED : Exit.WELL).code();
  }
}
