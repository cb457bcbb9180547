package io.stallmark.cli;

import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.Opened;
import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.engine.RunFailure;
import io.stallmark.report.Terminal;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.tables.Tables;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The commands that prepare, check and remove a workload's tables. */
final class TableCommands {

  private TableCommands() {}

  /** {@code stallmark load}. */
  @Command(
      name = "load",
      header = "Creates and fills a workload's tables.",
      description = {
        "",
        "Refuses when tables of these names are there already. A load that fails or is interrupted"
            + " drops what it made. That of a workload whose loads can go on stays instead, a killed"
            + " one too: the same command goes on with it, 'stallmark drop' drops it."
      },
      footer = {
        "",
        "Example:",
        "  stallmark load sysbench --url mysql://bench@db1/test -p tables=16 -p rows=10M --threads 8",
        ""
      })
  static final class Load implements Callable<Integer> {
    private final Program program;
    @Mixin private JobOptions job = new JobOptions();
    @Mixin private JobOptions.Threads threads = new JobOptions.Threads();

    Load(Program program) {
      this.program = program;
    }

    @Override
    public Integer call() throws SpecException, DbException, RunFailure, InterruptedException {
      Request request =
          Request.of(program, job, threads.of(Request.workload(program.registry(), job.workload)));
      try (Opened opened = opened(program, request)) {
        Tables tables = opened.tables();
        if (opened.load(tables) == Tables.Found.ALL) {
          throw new RunFailure(
              "The tables are there already. Run on them, or drop them with 'stallmark drop'.");
        }
        program.terminal().result("Loaded " + tables(opened.scenario().tables().size()));
        if (job.database.url == null) {
          program
              .terminal()
              .warning(
                  "the server was this command's own and ends with it, and so do the tables; load"
                      + " into one that stays with --url ('run' loads by itself)");
        }
        return Program.WELL;
      }
    }
  }

  /** {@code stallmark verify}. */
  @Command(
      name = "verify",
      header = "Proves that the data in a workload's tables is right.",
      description = {"", "Reads every row. A finding ends with exit code 1."},
      footer = {
        "",
        "Example:",
        "  stallmark verify sysbench --url mongodb://db2/test -p rows=10M --threads 8",
        ""
      })
  static final class Verify implements Callable<Integer> {
    private final Program program;
    @Mixin private JobOptions job = new JobOptions();
    @Mixin private JobOptions.Threads threads = new JobOptions.Threads();

    Verify(Program program) {
      this.program = program;
    }

    @Override
    public Integer call() throws SpecException, DbException, RunFailure, InterruptedException {
      requireUrl(job);
      Request request =
          Request.of(program, job, threads.of(Request.workload(program.registry(), job.workload)));
      try (Opened opened = opened(program, request)) {
        Tables tables = opened.tables();
        requireAll(tables.look());
        opened.verify(tables).forEach(program.terminal()::result);
        return Program.WELL;
      }
    }
  }

  /** {@code stallmark drop}. */
  @Command(
      name = "drop",
      header = "Drops a workload's tables.",
      description = {
        "",
        "Drops the tables that the workload would use with these settings, whoever made them and"
            + " whatever their shape."
      },
      footer = {
        "",
        "Example:",
        "  stallmark drop sysbench --url mysql://bench@db1/test -p tables=16",
        ""
      })
  static final class Drop implements Callable<Integer> {
    private final Program program;
    @Mixin private JobOptions job = new JobOptions();

    Drop(Program program) {
      this.program = program;
    }

    @Override
    public Integer call() throws SpecException, DbException, InterruptedException {
      requireUrl(job);
      Request request = Request.of(program, job, 1);
      try (Opened opened = opened(program, request)) {
        program.terminal().result("Dropped " + tables(opened.tables().drop()));
        return Program.WELL;
      }
    }
  }

  private static void requireAll(Tables.Found found) throws RunFailure {
    if (found == Tables.Found.NOTHING) {
      throw new RunFailure("There is nothing to verify. Load it with 'stallmark load'.");
    }
    if (found == Tables.Found.PART) {
      throw new RunFailure(
          "The load is not complete. 'stallmark load' goes on with it, unless it is still at work.");
    }
  }

  /** A server of our own has nothing in it when a command starts. */
  private static void requireUrl(JobOptions job) throws SpecException {
    if (job.database.url == null) {
      throw new SpecException("--url is missing: which database has the tables?");
    }
  }

  private static Opened opened(Program program, Request request)
      throws SpecException, DbException, InterruptedException {
    Terminal terminal = program.terminal();
    request.warnings().forEach(terminal::warning);
    return Opened.open(request, terminal, program.interruption());
  }

  private static String tables(int count) {
    return count == 1 ? "1 table" : count + " tables";
  }
}
