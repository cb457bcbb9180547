package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.containers.Container.ExecResult;

/** sysbench 1.0 itself, in the server's container, and Stallmark work on each other's tables. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SysbenchInterchangeContract {

  Server server;
  private Program program;

  abstract Server start();

  /** Options with which sysbench, in the server's container, logs in. */
  abstract List<String> login(String password);

  @BeforeAll
  void begin(@TempDir Path directory) {
    server = start();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  @AfterEach
  void drop() throws Exception {
    stallmark("drop", "--yes");
    sysbench("oltp_read_write", "cleanup");
  }

  Program.Result stallmark(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "sysbench", "--url", server.url()));
    arguments.addAll(List.of("-p", "tables=2", "-p", "rows=2000"));
    arguments.addAll(List.of(more));
    Program.Result result = program.call(arguments.toArray(String[]::new)).well();
    return result;
  }

  String sysbench(String script, String command, String... more) throws Exception {
    List<String> line = new ArrayList<>(List.of("sysbench", script));
    line.addAll(login(server.password()));
    line.addAll(List.of("--tables=2", "--table-size=2000"));
    line.addAll(List.of(more));
    line.add(command);
    ExecResult result = server.container().execInContainer(line.toArray(String[]::new));
    assertThat(result.getExitCode()).as(result.getStdout() + result.getStderr()).isZero();
    return result.getStdout();
  }

  @Test
  void whatSysbenchPrepared_isRunOnAndVerified() throws Exception {
    sysbench("oltp_read_write", "prepare");
    assertThat(stallmark("verify").out()).contains("index on k has the same");
    assertThat(stallmark("run", "--events", "200").err()).doesNotContain("Loading");
    assertThat(stallmark("drop", "--yes").err()).contains("created it: sbtest1, sbtest2.");
    stallmark("verify");
  }

  @Test
  void whatStallmarkLoaded_sysbenchRunsOn() throws Exception {
    stallmark("load");
    String report = sysbench("oltp_read_write", "run", "--events=200", "--time=0", "--threads=2");
    assertThat(report).containsPattern("transactions: +200 ");
    assertThat(stallmark("verify").out()).contains("index on k has the same");
  }

  @Thorough
  @ParameterizedTest
  @ValueSource(
      strings = {
        "oltp_read_only",
        "oltp_write_only",
        "oltp_point_select",
        "oltp_update_index",
        "oltp_update_non_index",
        "oltp_insert",
        "oltp_delete",
        "select_random_points",
        "select_random_ranges"
      })
  void everyScript_runsOnWhatStallmarkLoaded_andTheOtherWayRound(String script) throws Exception {
    stallmark("load");
    String report = sysbench(script, "run", "--events=200", "--time=0", "--threads=2");
    assertThat(report).containsPattern("transactions: +200 ");
    stallmark("drop", "--yes");
    sysbench(script, "prepare");
    stallmark("run", "--events", "200", "-p", "mix=" + script.replaceFirst("oltp_", ""));
  }
}
