package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.it.AbandonedLoad;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.it.WhileRunning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that a command must not take for what they are not: of other data, or incomplete. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TableStateContract {

  private static final String SMALL = "timeseries sensors=10 batch=10";

  private Server server;
  private Program program;
  private Calls calls;
  private Path directory;

  abstract Server start();

  /** Rows of a table; 0 if there is no such table. */
  abstract long count(String table) throws Exception;

  /** Removes all rows of a table in one statement. */
  abstract void empty(String table) throws Exception;

  @BeforeAll
  void begin(@TempDir Path temporary) {
    directory = temporary;
    server = start();
    Map<String, String> environment = Map.of("STALLMARK_PASSWORD", server.password());
    program = new Program(directory, environment); // to be killed
    calls = new Calls(directory, environment);
  }

  /** Calls the program within this JVM. */
  final Calls.Result call(String command, String workload, String... more) {
    return calls.run(arguments(command, workload, more));
  }

  private String[] arguments(String command, String workload, String... more) {
    String[] words = workload.split(" ");
    List<String> arguments = new ArrayList<>(List.of(command, words[0], "--url", server.url()));
    for (int i = 1; i < words.length; i++) {
      arguments.addAll(List.of("-p", words[i]));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  final Calls.Result succeeds(String command, String workload, String... more) {
    Calls.Result result = call(command, workload, more).well();
    return result;
  }

  private void assertRefused(String word, String command, String workload, String... more) {
    Calls.Result result = call(command, workload, more);
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
    assertThat(result.lastError()).contains(word);
  }

  /** The last moment is that of the indexes. */
  @Thorough
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 35, 70, 100})
  void killedLoad_isNotTakenForComplete_andResumesExactly_wheneverItWasKilled(int percent)
      throws Exception {
    killAndResume("sysbench tables=2 rows=60000 batch=100", "sbtest1", 60_000 / 100 * percent);
    killAndResume(
        "timeseries sensors=50 batch=50 preload=6000", "sensordata", 300_000 / 100 * percent);
  }

  /** Kills a load when the table has so many rows; it may be complete by then. */
  private void killAndResume(String workload, String table, long rows) throws Exception {
    succeeds("drop", workload, "--yes");
    Program.Running load = program.start(arguments("load", workload, "--threads", "4"));
    load.until(() -> count(table) >= rows);
    load.kill();
    assertThat(Program.finish(load).exit()).isIn(0, 128 + 9);
    Calls.Result verified = call("verify", workload);
    if (verified.exit() != 0) {
      assertThat(verified.lastError()).contains("load is incomplete");
      AbandonedLoad.release(server);
      assertThat(succeeds("load", workload, "--threads", "3").err())
          .contains("Resuming an incomplete load");
    }
    succeeds("verify", workload, "--threads", "2");
  }

  @Test
  void tableOfOtherData_isRefusedByName_andStaysAsItIs() throws Exception {
    succeeds("drop", SMALL, "--yes");
    succeeds("run", SMALL, "--threads", "2", "--events", "100");
    assertThat(count("sensordata")).isEqualTo(1000);
    String[] run = {"--threads", "2", "--seconds", "1"};
    assertRefused("no row of sensor 11", "run", "timeseries", run);
    assertRefused("no row of sensor 11", "run", "timeseries sensors=100 batch=10", run);
    assertRefused("rows", "run", "timeseries sensors=5 batch=10", run);
    assertRefused("sensors, batch", "run", "timeseries sensors=10 batch=3000", run);
    assertRefused("another seed", "run", SMALL, "--seed", "2", "--events", "10");
    assertRefused("preload=101", "run", SMALL + " preload=101", run);
    assertRefused("preload=101", "verify", SMALL + " preload=101");
    assertThat(count("sensordata")).isEqualTo(1000);
    succeeds("verify", SMALL + " preload=100");
  }

  @Test
  void emptyTable_isNotProven_andNotRead() {
    succeeds("drop", SMALL, "--yes");
    succeeds("load", SMALL);
    assertRefused("is empty", "verify", SMALL);
    assertRefused("has no rows", "run", SMALL + " read-share=1", "--seconds", "1");
  }

  @ParameterizedTest
  @CsvSource({
    "sysbench tables=1 rows=1000,sbtest1",
    "linkbench ids=1000 max-degree=100,linktable counttable nodetable",
    "timeseries sensors=50 batch=50 preload=20 read-share=1,sensordata"
  })
  void rowsThatVanishDuringARun_areUnexpectedResults_andFailIt(String workload, String tables)
      throws Exception {
    Program own = runThatLosesItsRows(workload, tables, "had fewer rows than the workload expects");
    assertThat(own.runJson().at("/summary/unexpected").asLong())
        .isPositive()
        .isEqualTo(own.intervals("unexpected").stream().mapToLong(n -> n).sum());
  }

  /** Mixes whose statements have no expectation. */
  @Thorough
  @ParameterizedTest
  @CsvSource({
    "sysbench tables=1 rows=1000 mix=update_non_index,sbtest1",
    "sysbench tables=1 rows=1000 mix=select_random_points,sbtest1",
    "sysbench tables=1 rows=1000 mix=select_random_ranges,sbtest1",
    "linkbench ids=1000 max-degree=100 mix=own get-links-list=100,linktable",
    "linkbench ids=1000 max-degree=100 mix=own get-links-list=100,counttable",
    "linkbench ids=1000 max-degree=100 mix=own add-node=100,nodetable",
    "timeseries sensors=50 batch=50,sensordata"
  })
  void rowsThatVanish_areMissedAfterTheRun(String workload, String table) throws Exception {
    runThatLosesItsRows(workload, table, "table " + table);
  }

  /** Returns the program of a run whose tables are emptied after its first transactions. */
  private Program runThatLosesItsRows(String workload, String tables, String reason)
      throws Exception {
    succeeds("drop", workload, "--yes");
    Program.Result result = null;
    for (int seconds = 1; seconds <= 64; seconds *= 2) {
      Program own =
          new Program(
              Files.createTempDirectory(directory, "run"),
              Map.of("STALLMARK_PASSWORD", server.password()));
      FutureTask<Program.Result> running = run(own, workload, seconds);
      WhileRunning.untilOrEnd(
          running, () -> own.intervals("transactions").stream().anyMatch(n -> n > 0));
      for (String table : tables.split(" ")) {
        empty(table);
      }
      int intervals = own.intervals("transactions").size() + 1;
      result = running.get();
      succeeds("drop", workload, "--yes");
      List<Long> transactions = own.intervals("transactions");
      long before = transactions.stream().limit(intervals).mapToLong(n -> n).sum();
      long after = transactions.stream().skip(intervals).mapToLong(n -> n).sum();
      // linkbench expects some nodes to be missing, so that many must be; else a longer run
      if (after >= before && after > (workload.startsWith("linkbench") ? 300 : 20)) {
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(1);
        assertThat(result.lastError()).contains(reason);
        assertThat(own.runJson().get("state").asString()).isEqualTo("failed");
        return own;
      }
    }
    throw new AssertionError("no run without its rows: " + result);
  }

  private FutureTask<Program.Result> run(Program own, String workload, int seconds) {
    String[] more = {"--threads=2", "--seconds=" + seconds, "--interval=0.2", "--allow-errors=100"};
    FutureTask<Program.Result> running =
        new FutureTask<>(() -> own.call(arguments("run", workload, more)));
    new Thread(running, "run that loses its rows").start();
    return running;
  }
}
