package io.stallmark.cli.compare;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OutputOptions;
import io.stallmark.cli.job.RunLauncher;
import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedDuet;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.experiment.run.DuetTable;
import io.stallmark.experiment.run.ExperimentDirectory;
import io.stallmark.report.Terminal;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.DuetText;
import io.stallmark.report.compare.StoredDuet;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Executes the duets of an experiment one after the other.
 *
 * @param cluster machines that generate the load; null: this process does
 * @param launcher drops the tables of duets that were killed
 * @param logins returns the credentials of a database
 */
public record DuetSequence(
    CommandContext program,
    LoadCluster.@Nullable Opened cluster,
    InterruptHandler interruption,
    ExperimentPlan plan,
    ExperimentDirectory files,
    RunLauncher launcher,
    RunLauncher.Logins logins) {

  private static final GateOptions NO_GATE = new GateOptions(null, null, false, null);

  /**
   * Checks the sides of each duet.
   *
   * @param machines number of other load machines
   * @throws SpecException if not
   */
  public static void check(CommandContext program, ExperimentPlan plan, int machines)
      throws SpecException {
    if (plan.duets().isEmpty()) {
      throw new SpecException("--without leaves no pair of runs for a duet");
    }
    for (PlannedDuet duet : plan.duets()) {
      Optional<DatabaseUrl> a = duet.a().place().url();
      Optional<DatabaseUrl> b = duet.b().place().url();
      if (a.isPresent() && b.isPresent()) {
        try {
          check(program, duet, a.get().url(), b.get().url(), machines);
        } catch (SpecException e) {
          throw new SpecException("Duet " + duet.name() + ": " + e.getMessage());
        }
      }
    }
  }

  private static void check(
      CommandContext program, PlannedDuet duet, String a, String b, int machines)
      throws SpecException {
    for (String option : JobOptions.NOT_OF_DUETS) {
      if (duet.entries().has(option)) {
        throw new SpecException(
            "--" + option + " is an option of runs alone; a duet has --seconds");
      }
    }
    if (program.registry().canBeOneDatabase(a, b)) {
      throw new SpecException(
          "both sides have one database; they need two, which may be on the same server");
    }
    DuetSides sides = new DuetSides(duet.entries(), machines > 0).timed(false);
    sides.check(program.registry());
    DuetLauncher.Logins none =
        side -> Credentials.of(side.equals(DuetSides.A) ? a : b, null, List.of());
    for (String side : List.of(DuetSides.A, DuetSides.B)) {
      RunJob job = sides.job(program, side, none.of(side), Path.of(side));
      DuetLauncher.checkLength(job, sides, null);
    }
    if (machines > 0) {
      sides.checkShared(program, none, machines);
    }
  }

  /** Returns whether a duet has ended. */
  public static boolean isDone(Path directory, PlannedDuet duet) {
    return DuetFiles.exists(directory.resolve(duet.name()));
  }

  /** Executes the duets that have not ended. Returns the exit code. */
  public int run(OutputOptions output) throws IOException {
    List<String> failures = new ArrayList<>();
    Exit last = Exit.WELL;
    int number = 0;
    for (PlannedDuet duet : plan.duets()) {
      number++;
      if (interruption.asked()) {
        break;
      }
      String which = "Duet " + number + " of " + plan.duets().size() + ", " + duet.name();
      if (isDone(files.path(), duet)) {
        program.terminal().notice(which + ": completed before");
        continue;
      }
      RunReport ended = make(duet, which, output);
      if (ended.exit() != Exit.WELL && !interruption.asked() && !isDone(files.path(), duet)) {
        last = ended.exit();
        failures.add(
            duet.name() + " failed: " + program.terminal().redactor().redact(ended.complaint()));
      }
    }
    return end(new DuetTable(plan, files), failures, last, output);
  }

  private RunReport make(PlannedDuet duet, String which, OutputOptions output) {
    Terminal terminal = program.terminal();
    if (output.verbose()) {
      terminal.result(which);
    } else {
      terminal.status(which);
    }
    try {
      dropLeftovers(duet, DuetSides.A, duet.a());
      dropLeftovers(duet, DuetSides.B, duet.b());
      Path own = files.path().resolve(duet.name());
      DuetLauncher.Ended ended =
          new DuetLauncher(
                  program, cluster, interruption, side -> logins.of(of(duet, side).place()))
              .run(new DuetSides(duet.entries(), cluster != null).timed(false), own, null, NO_GATE);
      StoredDuet stored = ended.duet();
      if (stored != null) {
        if (isComplete(stored)) {
          DuetLauncher.write(stored, own);
        }
        stored.warnings().forEach(terminal::warning);
        List<String> lines = output.verbose() ? DuetText.of(stored, true) : DuetText.brief(stored);
        terminal.result(output.verbose() ? "" : which + ":");
        lines.forEach(line -> terminal.result("  " + line));
      }
      return ended.report();
    } catch (Exception | Error e) {
      return program.failed(e);
    }
  }

  /** Whether both sides are completed, even if they missed a limit. */
  private static boolean isComplete(StoredDuet duet) {
    return Stream.of(duet.compared().a(), duet.compared().b())
        .flatMap(side -> side.runs().stream())
        .allMatch(StoredRun::completed);
  }

  private static PlannedRun of(PlannedDuet duet, String side) {
    return side.equals(DuetSides.A) ? duet.a() : duet.b();
  }

  /** Drops the tables that a killed duet has left on a side. */
  private void dropLeftovers(PlannedDuet duet, String side, PlannedRun run) throws IOException {
    for (Path mark : files.marks(duet.name() + "/" + side)) {
      if (!run.place().embedded()) {
        program
            .terminal()
            .notice(
                "Dropping the tables that an unfinished duet left behind, "
                    + duet.name()
                    + ", side "
                    + side.toUpperCase(Locale.ROOT));
        if (launcher.drop(run.place(), run.spec()).exit() != Exit.WELL) {
          return; // the duet says why its tables cannot be created
        }
      }
      Files.delete(mark);
    }
  }

  private int end(DuetTable table, List<String> failures, Exit last, OutputOptions output)
      throws IOException {
    List<String> warnings = new ArrayList<>(failures);
    int all = plan.duets().size();
    if (table.missing() > 0) {
      warnings.add(table.missing() + " of " + all + " duets are missing.");
    }
    warnings.addAll(table.missed());
    table.write(warnings);
    Terminal terminal = program.terminal();
    terminal.result("");
    table.table().lines().forEach(terminal::result);
    terminal.result("Results: " + files.path());
    output.print(terminal, table.runs(), table.table().lines(), table.table().markdown());
    table.missed().forEach(terminal::warning);
    boolean asked = interruption.asked();
    String fault = files.shortfall("duets", all, table.missing(), table.missed().size(), asked);
    if (fault.isEmpty()) {
      return CommandContext.WELL;
    }
    terminal.error(fault);
    if (table.missing() > 0 && asked) {
      return Exit.INTERRUPTED.code();
    }
    return table.missing() == all && last != Exit.WELL ? last.code() : Exit.FAILED.code();
  }
}
