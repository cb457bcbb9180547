package io.stallmark.cli;

import io.stallmark.cli.job.ClusterOptions;
import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.InterruptHandler;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.cli.job.TerminalObserver;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StartSignal;
import io.stallmark.report.Terminal;
import io.stallmark.run.BenchmarkContext;
import io.stallmark.run.Credentials;
import io.stallmark.run.LoadCluster;
import io.stallmark.run.LoadGenerator;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.tables.AcknowledgedWrites;
import io.stallmark.tables.ScenarioTables;
import io.stallmark.tables.VerificationResult;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
  static final class Load extends DeclaredCommand {

    Load(CommandContext program) {
      super(
          program, JobOptions.ofJob(), JobOptions.of(RunOptions.THREADS), ClusterOptions.ofLoads());
    }

    @Override
    protected int execute(SpecEntries given)
        throws SpecException, DbException, RunFailure, IOException, InterruptedException {
      ClusterOptions cluster = new ClusterOptions(given);
      LoadCluster.Coordination several = cluster.coordination(program);
      RunJob job = job(program, given);
      if (several != null) {
        job.checkSharedLoad(several.agents());
      }
      InterruptHandler interruption = program.interruption();
      // First the database, which may ask for a password: agents wait for nothing else.
      try (BenchmarkContext context = opened(program, job, Use.LOAD, interruption);
          LoadCluster.Opened agents = cluster.open(program, interruption)) {
        Optional<Scenario.OwnCommand> own = context.workload().scenario().command("load");
        if (own.isPresent()) {
          context.tables().execute(own.get());
          program.terminal().result("Done.");
          return CommandContext.WELL;
        }
        LoadGenerator.Factory generators = LoadCluster.generators(agents, StartSignal.AT_ONCE);
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
  static final class Verify extends DeclaredCommand {

    private static final SpecOption<Path> RUN = SpecOption.path("run", "DIR");

    Verify(CommandContext program) {
      super(program, JobOptions.ofJob(), JobOptions.of(RunOptions.THREADS, RUN));
    }

    @Override
    protected int execute(SpecEntries given)
        throws SpecException, DbException, RunFailure, IOException, InterruptedException {
      given.required("url", "the database that has the tables"); // a server of its own is empty
      AcknowledgedWrites acknowledged =
          acknowledged(RUN.read(given), given.text(SpecEntries.WORKLOAD));
      try (BenchmarkContext context =
          opened(program, job(program, given), Use.VERIFY, program.interruption())) {
        requireAll(context.tables().lookToVerify());
        VerificationResult result = context.verify(acknowledged);
        result.sentences().forEach(program.terminal()::finding);
        if (!result.holds()) {
          throw new RunFailure(result.failure());
        }
        int tables = context.workload().tables().size();
        program.terminal().result("Verified" + (tables == 0 ? "" : ": " + tables(tables)));
        return CommandContext.WELL;
      }
    }

    private AcknowledgedWrites acknowledged(@Nullable Path run, @Nullable String workload)
        throws SpecException {
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
  static final class Drop extends DeclaredCommand {
    private static final int MOST_NAMES = 20;

    private static final String YES = "yes";

    Drop(CommandContext program) {
      super(program, JobOptions.ofJob(), JobOptions.of(RunOptions.THREADS, SpecOption.flag(YES)));
    }

    @Override
    protected int execute(SpecEntries given)
        throws SpecException, DbException, IOException, InterruptedException {
      given.required("url", "the database that has the tables"); // a server of its own is empty
      if (!given.flag(YES) && !program.terminal().asks()) {
        throw new SpecException(
            "'drop' asks for confirmation, but there is no terminal: give --yes");
      }
      RunJob job = job(program, given);
      try (BenchmarkContext context = opened(program, job, Use.DROP, program.interruption())) {
        Optional<Scenario.OwnCommand> own = context.workload().scenario().command("drop");
        if (own.isPresent()) {
          drop(context.tables(), own.get(), given);
        } else {
          drop(context.tables(), given);
        }
        return CommandContext.WELL;
      }
    }

    /** Executes the command of a workload that drops its tables itself. */
    private void drop(ScenarioTables tables, Scenario.OwnCommand own, SpecEntries given)
        throws DbException, IOException, InterruptedException {
      Terminal terminal = program.terminal();
      if (!given.flag(YES) && !terminal.agreed("Drop its tables at " + given.text("url") + "?")) {
        terminal.result("Nothing was dropped.");
        return;
      }
      tables.execute(own);
      terminal.result("Done.");
    }

    private void drop(ScenarioTables tables, SpecEntries given)
        throws DbException, IOException, InterruptedException {
      Terminal terminal = program.terminal();
      ScenarioTables.Droppable found = tables.droppable();
      List<String> made = found.made();
      if (!found.others().isEmpty()) {
        terminal.warning(
            "Not dropped, because no 'load' or 'run' created it: "
                + listed(found.others())
                + ". To drop it, use the program that created it, or a client of the database.");
      }
      String which = tables(made.size()) + " of " + given.text(SpecEntries.WORKLOAD);
      if (!made.isEmpty() && !given.flag(YES)) {
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

  private static RunJob job(CommandContext program, SpecEntries given) throws SpecException {
    RunSpec spec = program.reader().read(given);
    Credentials credentials = PasswordSource.find(program, given);
    credentials.warnings().forEach(program.terminal()::warning);
    return RunJob.of(spec, program.registry(), credentials);
  }

  private static BenchmarkContext opened(
      CommandContext program, RunJob job, Use use, InterruptHandler interruption)
      throws SpecException, DbException, InterruptedException {
    BenchmarkContext context =
        BenchmarkContext.open(
            job, use == Use.DROP, interruption, new TerminalObserver(program.terminal()));
    boolean checks =
        use == Use.VERIFY && context.workload().scenario().verification().refusal().isEmpty();
    String name = use.name().toLowerCase(Locale.ROOT);
    boolean own = context.workload().scenario().command(name).isPresent();
    if (context.workload().tables().isEmpty() && !checks && !own) {
      context.close();
      throw new SpecException(
          "%s declares no tables: there is nothing to load, verify or drop", job.workload().name());
    }
    return context;
  }

  private static String tables(int count) {
    return count == 1 ? "1 table" : count + " tables";
  }
}
