package io.stallmark.cli.compare;

import io.stallmark.cli.job.ClusterOptions;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.engine.RunFailure;
import io.stallmark.experiment.run.RunSequence;
import io.stallmark.report.Terminal;
import io.stallmark.report.compare.ComparisonFiles;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.DuetText;
import io.stallmark.report.compare.StoredDuet;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunReport;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import java.io.IOException;
import java.nio.file.Path;

/** {@code stallmark duet}: measures two sides in one process, and compares them. */
public final class DuetCommand extends DeclaredCommand {

  private static final double PERCENT = 100;

  private static final SpecOption<Double> UNTIL =
      SpecOption.<Double>value("until", "PERCENT", Quantity::percent, width -> width)
          .must(width -> width > 0 && width < PERCENT, "more than 0 and less than 100");

  private static final SpecOption<Boolean> ALL = SpecOption.flag("all");

  public DuetCommand(CommandContext program) {
    super(
        program,
        JobOptions.ofJob(),
        DuetSides.options(),
        JobOptions.of(RunOptions.THREADS, UNTIL),
        JobOptions.ofDuet(),
        GateOptions.options(),
        JobOptions.of(ALL),
        ClusterOptions.ofRuns(),
        OutputOptions.options());
  }

  @Override
  protected int execute(SpecEntries given)
      throws SpecException, RunFailure, IOException, InterruptedException {
    OutputOptions output = new OutputOptions(given);
    Terminal terminal = program.terminal();
    output.apply(terminal);
    GateOptions gate = GateOptions.read(program, given);
    Double percent = UNTIL.read(given);
    ClusterOptions cluster = new ClusterOptions(given);
    LoadCluster.Coordination several = cluster.coordination(program);
    DuetSides sides = new DuetSides(given, several != null).timed(percent != null);
    sides.check(program.registry());
    String out = RunOptions.OUT.required(given).toString();
    Path directory = program.resolve(Path.of(out)).resolve(name(given));
    PasswordSource.Prompt prompt = new PasswordSource.Prompt();
    DuetLauncher.Logins logins = side -> sides.credentials(program, side, prompt);
    if (several != null) {
      sides.checkShared(program, logins, several.agents());
    }
    InterruptHandler interruption = program.interruption();
    DuetLauncher.Ended ended;
    try (LoadCluster.Opened opened = cluster.open(program, interruption)) {
      ended =
          new DuetLauncher(program, opened, interruption, logins)
              .run(sides, directory, percent, gate);
    }
    StoredDuet duet = ended.duet();
    if (duet == null) {
      gate.failed(program, ended.report().complaint());
      return ended.report().exit().code();
    }
    print(duet, output, ALL.required(given) || output.verbose());
    terminal.result("Report: " + DuetLauncher.write(duet, directory));
    if (ended.refusal() != null) {
      gate.failed(program, String.valueOf(ended.refusal().getMessage()));
      throw ended.refusal();
    }
    int gated = gate.concluded(program, duet.compared(), ended.report().complaint());
    RunReport.Exit exit = ended.report().exit();
    return exit == RunReport.Exit.WELL ? gated : exit.code();
  }

  /** Returns the name of a new directory. */
  private static String name(SpecEntries given) {
    return String.valueOf(
        RunSequence.directory("duet-" + given.text(SpecEntries.WORKLOAD)).getFileName());
  }

  private void print(StoredDuet duet, OutputOptions output, boolean all) {
    Terminal terminal = program.terminal();
    duet.warnings().forEach(terminal::warning);
    DuetText.of(duet, all).forEach(terminal::result);
    if (output.json()) {
      terminal.document(DuetFiles.json(duet).stripTrailing());
    } else if (output.csv()) {
      terminal.document(ComparisonFiles.csv(duet.compared()).stripTrailing());
    } else if (output.markdown()) {
      DuetText.markdown(duet, all).forEach(terminal::document);
    } else if (output.quiet()) {
      DuetText.brief(duet).forEach(terminal::document);
    }
  }
}
