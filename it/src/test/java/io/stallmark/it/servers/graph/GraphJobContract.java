package io.stallmark.it.servers.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.AbandonedLoad;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.it.WhileRunning;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.GraphTables.Layout;
import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The workload linkbench on one server. Loads that are killed and a run are of the runnable jar.
 */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GraphJobContract {

  private static final String SMALL = "ids=3000 max-degree=3000";

  private Server server;
  private Program program;
  private Program small;

  /** Starts the server. */
  abstract Server start();

  /**
   * Settings of a run, {@code setting …}: the first for every day, on tables as the default layout
   * has them.
   */
  abstract List<String> runs();

  /** Settings of a load that is killed: the first for every day. */
  abstract List<String> loads();

  /** Whether a load is to wait until the process of the killed one has proved to be gone. */
  boolean waits(String load) {
    return false;
  }

  private Stream<String> otherRuns() {
    return runs().stream().skip(1);
  }

  private Stream<String> usualLoads() {
    return loads().stream().limit(1);
  }

  private Stream<String> otherLoads() {
    return loads().stream().skip(1);
  }

  @BeforeAll
  void begin(@TempDir Path directory) {
    server = start();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    String heap = "-Xmx256m";
    small =
        new Program(
            directory, Map.of("STALLMARK_PASSWORD", server.password(), "JAVA_TOOL_OPTIONS", heap));
  }

  private String[] arguments(String command, String settings, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "linkbench", "--url", server.url()));
    if (server.storageOption() != null) {
      arguments.addAll(List.of("--storage", server.storageOption()));
    }
    for (String setting : settings.strip().split(" +")) {
      arguments.addAll(List.of("-p", setting));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  final Program.Result call(String command, String settings, String... more) {
    return program.call(arguments(command, settings, more));
  }

  final Server server() {
    return server;
  }

  final String succeeds(String command, String settings, String... more) {
    return succeeded(call(command, settings, more));
  }

  private static String succeeded(Program.Result result) {
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    return result.out();
  }

  /** On the tables as the default layout has them. */
  final long execute(Op op) throws Exception {
    long[] number = new long[1];
    try (Database database = server.open(null);
        Session session = database.session()) {
      long changed = session.prepare(op).execute(Args.of(op), row -> number[0] = row.getLong(0));
      return op instanceof Op.Read ? number[0] : changed;
    }
  }

  @Thorough
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("otherRuns")
  void countsAreThoseOfTheLinks_inOtherRuns(String run) {
    String settings = SMALL + " " + run;
    try {
      loadedAndRun(settings);
    } finally {
      succeeds("drop", settings, "--yes");
    }
  }

  private void loadedAndRun(String settings) {
    succeeds("load", settings, "--threads", "4");
    assertThat(succeeds("verify", settings))
        .containsPattern("3,000 nodes are as seed \\d+ loads them");
    succeeded(program.run(arguments("run", settings, "--threads", "4", "--events", "500")));
    succeeds("run", settings, "--threads", "4", "--events", "500", "--request-seed", "1");
    assertThat(succeeds("verify", settings)).contains("links were added or changed since");
  }

  /** Every day's run, whose tables are then spoilt: one load for both. */
  @Test
  void countsAreThoseOfTheLinks_andAWrongOneIsFound_andOtherListsAreRefused() throws Exception {
    String settings = SMALL + " " + runs().get(0);
    Op spoil =
        new Op.Update(
            "spoil",
            List.of(),
            TABLES.counts(),
            List.of(new Assignment.Add(GraphTables.COUNT, Value.literal(7))),
            new Predicate.Between(GraphTables.ID, Value.literal(1), Value.literal(10)));
    try {
      loadedAndRun(settings);
      long spoilt = execute(spoil);
      Program.Result verified = call("verify", settings);
      assertThat(verified.exit()).isEqualTo(1);
      assertThat(verified.out().lines().filter(line -> line.contains("but its count says")))
          .hasSize((int) spoilt)
          .isNotEmpty();
      Program.Result run =
          call("run", settings.replace("max-degree=3000", "max-degree=2000"), "--events", "1");
      assertThat(run.exit()).as(run.err()).isEqualTo(1);
      assertThat(run.lastError()).contains("Give the max-degree");
    } finally {
      succeeds("drop", settings, "--yes");
    }
  }

  @Thorough
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("otherLoads")
  void otherKilledLoad_isGoneOnWith_withoutADuplicate(String load) throws Exception {
    killedLoad_isGoneOnWith_withoutADuplicate(load);
  }

  @ParameterizedTest
  @MethodSource("usualLoads")
  void killedLoad_isGoneOnWith_withoutADuplicate(String load) throws Exception {
    killedLoad("ids=5000 max-degree=5000 " + load, waits(load));
  }

  private static final GraphTables TABLES = GraphTables.of(Layout.KEYS, 0, true, false);
  private static final Op COUNT_LINKS = count(TABLES.links());
  private static final Op COUNT_NODES = count(TABLES.nodes());

  /** Owner of the unfinished load, another number after a takeover. */
  private static final Op OWNER =
      new Op.Read(
          "owner",
          List.of(),
          new Table(
              "stallmark_loading",
              List.of(
                  new Column("id", Type.INT32, Column.Fill.REQUIRED),
                  new Column("owner", Type.INT64, Column.Fill.REQUIRED)),
              List.of("id"),
              List.of(),
              Map.of()),
          Select.columns("owner"),
          new Predicate.All());

  private static Op count(Table table) {
    return new Op.Read("n", List.of(), table, new Select.Count(), new Predicate.All());
  }

  /** A million rows as a driver returns them are more than a heap of 256 MB holds. */
  final void constantMemory(String settings) {
    try {
      for (String command : List.of("load", "run", "verify")) {
        String[] more = command.equals("run") ? new String[] {"--events", "5000"} : new String[0];
        succeeded(small.run(arguments(command, settings, more)));
      }
    } finally {
      succeeds("drop", settings, "--yes");
    }
  }

  private Program.Running startLoad(String settings) throws IOException {
    return program.start(arguments("load", settings, "--threads", "3"));
  }

  /**
   * Waits in the middle of several pieces, until the load has written some of what is counted.
   * Returns false if it has ended before.
   */
  private boolean until(Program.Running load, Op number, LongPredicate reached) {
    return WhileRunning.untilOrEnd(
        load,
        () -> {
          try {
            return reached.test(execute(number));
          } catch (DbException e) {
            return false; // no such table yet
          }
        });
  }

  /** A load that is fast, or a test that is slow, makes the attempt void: then once more. */
  final void heldUpLoads(String settings) throws Exception {
    while (!heldUpInTime(settings)) {
      succeeds("drop", settings, "--yes");
    }
    succeeds("drop", settings, "--yes");
  }

  /**
   * Two loads stand still for longer than others wait, the second while it goes on with the first,
   * and wake when a third is complete. The second has taken over when it is stopped: statements of
   * the first go on at the server.
   *
   * @return false if one of them was complete before it stood still
   */
  private boolean heldUpInTime(String settings) throws Exception {
    List<Program.Running> heldUp = new ArrayList<>();
    try {
      Program.Running first = startLoad(settings);
      heldUp.add(first);
      if (!until(first, COUNT_NODES, nodes -> nodes > 0) || !stopped(first)) {
        return false;
      }
      long owner = execute(OWNER);
      Program.Running second = startLoad(settings);
      heldUp.add(second);
      if (!until(second, OWNER, other -> other != 0 && other != owner)) {
        return false;
      }
      long nodes = execute(COUNT_NODES);
      if (!until(second, COUNT_NODES, more -> more > nodes) || !stopped(second)) {
        return false;
      }
      succeeds("load", settings, "--threads", "3");
      for (Program.Running load : heldUp) {
        signal("CONT", load);
        Program.Result result = Program.finish(load);
        assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(3);
      }
      assertThat(succeeds("verify", settings))
          .containsPattern("\\d+ nodes are as seed \\d+ loads them");
      return true;
    } finally {
      for (Program.Running load : heldUp) {
        load.kill();
      }
    }
  }

  /** Stops a load; returns whether it is unfinished. */
  private boolean stopped(Program.Running load) throws Exception {
    signal("STOP", load);
    return load.process().isAlive() && unfinished();
  }

  private boolean unfinished() throws Exception {
    try {
      return execute(OWNER) != 0;
    } catch (DbException e) {
      return false; // a load that is complete drops the table
    }
  }

  private static void signal(String name, Program.Running to) throws Exception {
    new ProcessBuilder("kill", "-" + name, "" + to.process().pid()).start().waitFor();
  }

  private void killedLoad(String settings, boolean waits) throws Exception {
    try {
      killInTheMiddle(settings);
      assertThat(call("verify", settings).lastError()).contains("stallmark load");
      String other = settings.replace("ids=5000", "ids=5001");
      assertThat(call("load", other).exit()).isEqualTo(1);
      if (!waits) {
        AbandonedLoad.release(server);
      }
      succeeds("load", settings, "--threads", "3");
      assertThat(succeeds("verify", settings))
          .containsPattern("5,000 nodes are as seed \\d+ loads them");
    } finally {
      succeeds("drop", settings, "--yes");
    }
  }

  /** Again, if the load was complete before it was killed. */
  private void killInTheMiddle(String settings) throws Exception {
    while (true) {
      Program.Running load = startLoad(settings);
      boolean begun = until(load, COUNT_LINKS, links -> links > 0);
      load.kill();
      if (unfinished()) {
        return;
      }
      Program.Result ended = Program.finish(load);
      assertThat(begun).as(ended.out() + ended.err()).isTrue();
      assertThat(ended.exit()).as(ended.out() + ended.err()).isIn(0, 128 + 9);
      succeeds("drop", settings, "--yes");
    }
  }
}
