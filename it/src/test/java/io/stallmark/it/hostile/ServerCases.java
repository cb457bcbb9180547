package io.stallmark.it.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import io.stallmark.it.AbandonedLoad;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.it.WhileRunning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills, signals and hangs during a load and a run of each workload, on one server. After each, the
 * result files open, the load can be completed, and {@code verify} finds all rows.
 */
@Docker
@ExtendWith(OutcomeLog.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerCases {

  /** What happens to the program or to the server. */
  enum Injury {
    KILL_OF_TOOL("KILL"),
    INTERRUPT("INT"),
    TERMINATE("TERM"),
    HANG_UP("HUP"),
    TWO_INTERRUPTS("INT"),
    CRASH_OF_SERVER(""),
    PAUSE_OF_SERVER(""),
    HANG_OF_SERVER("");

    final String signal;

    Injury(String signal) {
      this.signal = signal;
    }

    boolean ofTool() {
      return !signal.isEmpty();
    }

    /** Whether a run is not ended by this. */
    boolean runGoesOn() {
      return this == CRASH_OF_SERVER || this == HANG_OF_SERVER;
    }
  }

  /** Workloads with settings whose load takes a second or more. */
  private static final Map<String, List<String>> LARGE =
      Map.of(
          "sysbench", List.of("-p", "tables=2", "-p", "rows=100000"),
          "timeseries", List.of("-p", "sensors=100", "-p", "batch=100", "-p", "preload=1000"),
          "linkbench", List.of("-p", "ids=20000", "-p", "max-degree=1000"));

  /** The same for runs, whose load is not hurt. */
  private static final Map<String, List<String>> SMALL =
      Map.of(
          "sysbench", List.of("-p", "tables=2", "-p", "rows=5000"),
          "timeseries", List.of("-p", "sensors=100", "-p", "batch=100", "-p", "preload=50"),
          "linkbench", List.of("-p", "ids=3000", "-p", "max-degree=1000"));

  /**
   * When the injury comes: in a run, after so many intervals with transactions; in a load, when its
   * tables have so many rows, or when the first of them is there.
   */
  enum Moment {
    AT_ONCE(1, 0),
    SOON(2, 1),
    LATER(4, 20_000);

    final int intervals;
    final long rows;

    Moment(int intervals, long rows) {
      this.intervals = intervals;
      this.rows = rows;
    }
  }

  /** Of a run that goes on when it is hurt. */
  private static final int SECONDS = 6;

  /** In half a second each. */
  private static final int INTERVALS = 2 * SECONDS;

  /** In seconds, longer than anything lasts: what ends, ends for another reason. */
  private static final String NEVER = "300";

  private Server server;
  private Map<String, List<String>> settings = SMALL; // of the case
  @TempDir private Path directory;

  abstract Server start();

  /** Removes all tables. */
  abstract void empty(Server emptied) throws Exception;

  @BeforeAll
  void begin() {
    server = start();
    server = server.at(server.ownUrl());
  }

  @AfterAll
  void end() {
    server.close();
  }

  /** A few, for every build; hangs are in the contract of faults too, killed loads in others. */
  static Stream<Arguments> some() {
    return Stream.of(
        Arguments.of("timeseries", "run", Injury.INTERRUPT, Moment.AT_ONCE),
        Arguments.of("linkbench", "load", Injury.CRASH_OF_SERVER, Moment.SOON));
  }

  /** Every injury of each load and run, and at every moment, spread over the workloads. */
  static Stream<Arguments> all() {
    List<Arguments> all = new ArrayList<>();
    List<String> workloads = List.of("sysbench", "timeseries", "linkbench");
    for (String command : List.of("load", "run")) {
      for (Injury injury : Injury.values()) {
        for (Moment moment : Moment.values()) {
          int workload = (injury.ordinal() + moment.ordinal()) % workloads.size();
          all.add(Arguments.of(workloads.get(workload), command, injury, moment));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1}: {2}, {3}")
  @MethodSource("some")
  void injury_endsInOneLine_andNothingIsLost(
      String workload, String command, Injury injury, Moment moment) throws Exception {
    suffer(workload, command, injury, moment);
  }

  @Thorough
  @ParameterizedTest(name = "{0} {1}: {2}, {3}")
  @MethodSource("all")
  void everyInjury_endsInOneLine_andNothingIsLost(
      String workload, String command, Injury injury, Moment moment) throws Exception {
    suffer(workload, command, injury, moment);
  }

  private void suffer(String workload, String command, Injury injury, Moment moment)
      throws Exception {
    empty(server);
    Program program = program();
    boolean run = command.equals("run");
    settings = run ? SMALL : LARGE;
    if (run) {
      succeeds(program, "load", workload);
    }
    List<String> more = new ArrayList<>(List.of("--threads", "4"));
    if (injury == Injury.HANG_OF_SERVER || injury == Injury.PAUSE_OF_SERVER) {
      boolean givesUp = run && injury == Injury.HANG_OF_SERVER;
      more.addAll(List.of("--patience", givesUp ? "12" : NEVER));
    }
    if (run) {
      more.addAll(List.of("--seconds", injury.runGoesOn() ? "" + SECONDS : NEVER));
      more.addAll(List.of("--interval", "0.5", "--allow-errors", "100"));
    }
    Program.Running running = program.start(line(command, workload, more));
    WhileRunning.untilOrEnd(
        running, () -> run ? intervals(program) >= moment.intervals : rowsSoFar() >= moment.rows);
    if (injury.ofTool()) {
      hurtTool(program, running, run, injury);
    } else {
      hurtServer(program, running, run, injury);
    }
    if (!run) {
      AbandonedLoad.release(server);
      Program.Result again = program.call(line("load", workload, List.of("--threads", "2")));
      boolean complete =
          again.exit() == 0
              || again.lastError().contains("complete")
              || again.lastError().contains("The tables exist already");
      assertThat(complete).as(again.out() + again.err()).isTrue();
    }
    if (run && !Set.of("completed", "interrupted").contains(state(program))) {
      // A killed run can leave an incomplete event of timeseries, which the next run completes.
      program.call(line("run", workload, List.of("--threads", "4", "--events", "50")));
    }
    program.call(line("verify", workload, List.of())).well();
    if (run) {
      Program.Result history = program.call("history", "results");
      assertNoTrace(history); // exit code 1 if no run was completed
      assertThat(history.out()).contains(workload);
      Path results = program.results().get(0);
      assertThat(program.call("report", results.toString()).exit()).isZero();
    }
  }

  private static String state(Program program) throws Exception {
    return program.runJson().get("state").asString();
  }

  private void hurtTool(Program program, Program.Running running, boolean run, Injury injury)
      throws Exception {
    signal(running, injury.signal);
    if (injury == Injury.TWO_INTERRUPTS) {
      signal(running, injury.signal);
    }
    Program.Result result = Program.finish(running);
    int expected = injury == Injury.KILL_OF_TOOL ? 128 + 9 : 130;
    if (run) {
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(expected);
    } else { // a signal may come after the last row
      assertThat(result.exit()).as(result.out() + result.err()).isIn(0, expected);
    }
    if (injury == Injury.KILL_OF_TOOL || injury == Injury.TWO_INTERRUPTS) {
      return;
    }
    assertNoTrace(result);
    if (run) {
      assertThat(state(program)).isEqualTo("interrupted");
    }
  }

  private void hurtServer(Program program, Program.Running running, boolean run, Injury injury)
      throws Exception {
    if (injury == Injury.CRASH_OF_SERVER) {
      server.kill();
      server = server.startAgain();
      check(program, Program.finish(running), run, 0, 1, 3);
      awaitServer();
      return;
    }
    DockerClient docker = server.container().getDockerClient();
    String id = server.container().getContainerId();
    docker.pauseContainerCmd(id).exec();
    boolean over = run && program.intervals("transactions").size() >= INTERVALS - 1;
    int before = program.intervals("transactions").size();
    try {
      if (!run) {
        WhileRunning.untilOrEnd(running, () -> running.err().contains("No answer for"));
      } else if (injury == Injury.PAUSE_OF_SERVER) {
        running.until(() -> program.intervals("transactions").size() > before + 6);
      }
      if (injury == Injury.HANG_OF_SERVER) {
        hang(program, running, run, over);
        return;
      }
    } finally {
      docker.unpauseContainerCmd(id).exec();
      awaitServer();
    }
    if (run) { // it goes on
      int paused = intervals(program);
      running.until(() -> intervals(program) > paused + 1);
      signal(running, "INT");
    }
    check(program, Program.finish(running), run, run ? 130 : 0);
  }

  /**
   * The program itself gives up a run, and a load when it is told to.
   *
   * @param over whether the run may have been over before
   */
  private void hang(Program program, Program.Running running, boolean run, boolean over)
      throws Exception {
    boolean alive = running.process().isAlive();
    if (!run) {
      signal(running, "INT");
    }
    Program.Result result = Program.finish(running);
    boolean ended = result.exit() == 0 && (run ? over : !alive);
    check(program, result, run, ended ? 0 : run ? 1 : 130);
    if (!ended) {
      assertThat(result.out() + result.err()).containsIgnoringCase("no answer");
    }
  }

  private static void check(Program program, Program.Result result, boolean run, Integer... exits)
      throws Exception {
    assertNoTrace(result);
    assertThat(result.exit()).as(result.out() + result.err()).isIn((Object[]) exits);
    if (run) {
      String state =
          result.exit() == 0 ? "completed" : result.exit() == 130 ? "interrupted" : "failed";
      assertThat(state(program)).isEqualTo(state);
    }
  }

  private static void signal(Program.Running running, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + running.process().pid()).start().waitFor();
  }

  private static void assertNoTrace(Program.Result result) {
    assertThat(result.err()).doesNotContain("\tat ").doesNotContain("bug in Stallmark");
  }

  private void succeeds(Program program, String command, String workload) {
    program.call(line(command, workload, List.of())).well();
  }

  private String[] line(String command, String workload, List<String> more) {
    List<String> line = new ArrayList<>(List.of(command, workload, "--url", server.url()));
    line.addAll(settings.getOrDefault(workload, List.of()));
    line.addAll(more);
    return line.toArray(String[]::new);
  }

  private Program program() throws IOException {
    return new Program(
        Files.createTempDirectory(directory, "case"),
        Map.of("STALLMARK_PASSWORD", server.password()));
  }

  /** Number of intervals with transactions so far. */
  private static int intervals(Program program) throws IOException {
    return (int) program.intervals("transactions").stream().filter(count -> count > 0).count();
  }

  /** Number of rows in all tables; -1 if there is no table. */
  abstract long rows(Server asked) throws Exception;

  private long rowsSoFar() {
    try {
      return rows(server);
    } catch (Exception e) {
      return -1; // a table was dropped meanwhile
    }
  }

  private void awaitServer() {
    WhileRunning.until(
        server,
        () -> {
          try {
            rows(server);
            return true;
          } catch (Exception e) {
            return false; // it does not answer yet
          }
        });
  }
}
