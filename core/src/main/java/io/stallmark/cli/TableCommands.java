package io.stallmark.cli;

import io.stallmark.cli.job.ClusterOptions;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OptionEntries;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.cli.job.TerminalObserver;
import io.stallmark.engine.RunFailure;
import io.stallmark.report.Terminal;
import io.stallmark.run.Benchmark;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.tables.AcknowledgedWrites;
import io.stallmark.tables.ScenarioTables;
import io.stallmark.tables.VerificationResult;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands that load, verify and drop a workload's tables. */
final class TableCommands {

  private TableCommands() {}

  /** What a command does with the tables. */
  private enum Use {
    LOAD,
    VERIFY,
    DROP
  }

  /** {@code stallmark load}. */
  @Command(name = "load")
  static final class Load implements Callable<Integer> {
    private final CommandContext program;
    @Spec private CommandSpec command = CommandSpec.create();
    @Mixin CommandSpec job = JobOptions.ofJob();
    @Mixin CommandSpec threads = JobOptions.of(RunOptions.THREADS);
    @Mixin CommandSpec machines = ClusterOptions.ofLoads();

    Load(CommandContext program) {
      this.program = program;
    }

    @Override
    public Integer call()
        throws SpecException, DbException, RunFailure, IOException, InterruptedException {
      SpecEntries given = OptionEntries.of(command);
      ClusterOptions cluster = ClusterOptions.of(command);
      LoadCluster.Coordination several = cluster.coordination(program);
      if (several != null) {
        RunSpec spec = program.reader().read(given);
        RunJob.of(spec, program.registry(), PasswordSource.unasked(program, given))
            .checkSharedLoad(several.agents());
      }
      InterruptHandler interruption = program.interruption();
      // First the database, which may ask for a password: agents wait for nothing else.
      try (BenchmarkContext context = opened(program, given, Use.LOAD, interruption);
          LoadCluster.Opened agents = cluster.open(program, interruption)) {
        LoadGenerator.Factory generators = agents == null ? LoadGenerator.inThisProcess() : agents;
        if (context.load(generators) == ScenarioTables.Found.ALL) {
          throw new RunFailure(
              "The tables exist already. Run on them, or drop them with 'stallmark drop'.");
        }
        program.terminal().result("Loaded " + tables(context.workload().tables().size()));
        if (!given.has("url")) {
          program
              .terminal()
              .warning(
                  "The server and its tables end with this command. Use --url to load into another"
                      + " server; 'run' loads its tables itself.");
        }
        return CommandContext.WELL;
      }
    }
  }

  /** {@code stallmark verify}. */
  @Command(name = "verify")
  static final class Verify implements Callable<Integer> {
    private final CommandContext program;
    @Spec private CommandSpec command = CommandSpec.create();
    @Mixin CommandSpec job = JobOptions.ofJob();
    @Mixin CommandSpec threads = JobOptions.of(RunOptions.THREADS);

    @Option(names = "--run", paramLabel = "DIR")
    @Nullable Path run;

    Verify(CommandContext program) {
      this.program = program;
    }

    @Override
    public Integer call()
        throws SpecException, DbException, RunFailure, IOException, InterruptedException {
      SpecEntries given = OptionEntries.of(command);
      given.required("url", "the database that has the tables"); // a server of its own is empty
      AcknowledgedWrites acknowledged = acknowledged(given.text(SpecEntries.WORKLOAD));
      try (BenchmarkContext context = opened(program, given, Use.VERIFY, program.interruption())) {
        requireAll(context.tables().lookToVerify());
        VerificationResult result = context.verify(acknowledged);
        result.sentences().forEach(program.terminal()::result);
        if (!result.holds()) {
          throw new RunFailure(result.failure());
        }
        return CommandContext.WELL;
      }
    }

    private AcknowledgedWrites acknowledged(@Nullable String workload) throws SpecException {
      if (run == null) {
        return AcknowledgedWrites.NONE;
      }
      AcknowledgedWrites writes;
      try {
        writes = AcknowledgedWrites.read(program.resolve(run));
      } catch (IOException e) {
        throw new SpecException("--run: " + FileTrouble.sentence(e));
      }
      if (!writes.workload().equals(workload)) {
        throw new SpecException("--run: " + run + " is a run of " + writes.workload());
      }
      return writes;
    }
  }

  /** {@code stallmark drop}. */
  @Command(name = "drop")
  static final class Drop implements Callable<Integer> {
    private static final int MOST_NAMES = 20;

    private final CommandContext program;
    @Spec private CommandSpec command = CommandSpec.create();
    @Mixin CommandSpec job = JobOptions.ofJob();

    @Option(names = "--yes")
    boolean yes;

    Drop(CommandContext program) {
      this.program = program;
    }

    @Override
    public Integer call() throws SpecException, DbException, IOException, InterruptedException {
      SpecEntries given = OptionEntries.of(command);
      given.required("url", "the database that has the tables"); // a server of its own is empty
      if (!yes && !program.terminal().asks()) {
        throw new SpecException(
            "'drop' asks before it drops tables, and there is no terminal to ask on: give --yes");
      }
      try (BenchmarkContext context =
          opened(program, given.with("threads", "1"), Use.DROP, program.interruption())) {
        drop(context.tables(), given);
        return CommandContext.WELL;
      }
    }

    private void drop(ScenarioTables tables, SpecEntries given)
        throws DbException, IOException, InterruptedException {
      Terminal terminal = program.terminal();
      ScenarioTables.Droppable found = tables.droppable();
      List<String> made = found.made();
      if (!found.others().isEmpty()) {
        terminal.warning(
            "Not dropped, because no 'load' or 'run' created it: " + listed(found.others()) + ".");
      }
      String which = tables(made.size()) + " of " + given.text(SpecEntries.WORKLOAD);
      if (!made.isEmpty() && !yes) {
        terminal.notice("This drops " + which + " at " + given.text("url") + ":");
        terminal.notice("  " + listed(made));
        if (!terminal.agreed("Drop them?")) {
          terminal.result("Nothing was dropped.");
          return;
        }
      }
      tables.dropMade(made); // even without tables, to delete the mark of a load that ended early
      terminal.result("Dropped " + which + (made.isEmpty() ? "" : ": " + listed(made)));
    }

    private static String listed(List<String> names) {
      int more = names.size() - MOST_NAMES;
      return String.join(", ", names.stream().limit(MOST_NAMES).toList())
          + (more > 0 ? ", and " + more + " more" : "");
    }
  }

  private static void requireAll(ScenarioTables.Found found) throws RunFailure {
    if (found == ScenarioTables.Found.NOTHING) {
      throw new RunFailure("There are no tables to verify. Load them with 'stallmark load'.");
    }
    if (found == ScenarioTables.Found.PART) {
      throw new RunFailure(
          "The load is incomplete. 'stallmark load' resumes it, unless it is still in progress.");
    }
  }

  private static BenchmarkContext opened(
      CommandContext program, SpecEntries given, Use use, InterruptHandler interruption)
      throws SpecException, DbException, InterruptedException {
    RunSpec spec = program.reader().read(given);
    Terminal terminal = program.terminal();
    Credentials credentials = PasswordSource.find(program, given);
    credentials.warnings().forEach(terminal::warning);
    Benchmark benchmark = new Benchmark(program.registry(), credentials);
    RunObserver[] observers = {interruption, new TerminalObserver(terminal)};
    BenchmarkContext context =
        use == Use.DROP ? benchmark.openToDrop(spec, observers) : benchmark.open(spec, observers);
    boolean checks =
        use == Use.VERIFY && context.workload().scenario().verification().refusal().isEmpty();
    if (context.workload().tables().isEmpty() && !checks) {
      context.close();
      throw new SpecException(
          "%s declares no tables: there is nothing to load, verify or drop", spec.workload());
    }
    return context;
  }

  private static String tables(int count) {
    return count == 1 ? "1 table" : count + " tables";
  }
}
