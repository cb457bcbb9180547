package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.Container.ExecResult;

/** sysbench 1.0 itself, in the server's container, and Stallmark work on each other's tables. */
@Docker
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SysbenchInterchangeIT {

  private Server server;
  private Program program;

  @BeforeAll
  void begin(@TempDir Path directory) {
    server = SharedServer.MARIADB.emptied();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  @AfterEach
  void drop() {
    stallmark("drop");
  }

  private Program.Result stallmark(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "sysbench", "--url", server.url()));
    arguments.addAll(List.of("-p", "tables=2", "-p", "rows=2000"));
    arguments.addAll(List.of(more));
    Program.Result result = program.run(arguments.toArray(String[]::new));
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    return result;
  }

  private String sysbench(String command, String... more) throws Exception {
    List<String> line = new ArrayList<>(List.of("sysbench", "oltp_read_write"));
    line.addAll(List.of("--mysql-host=127.0.0.1", "--mysql-user=bench", "--mysql-db=bench"));
    line.addAll(List.of("--mysql-password=" + server.password()));
    line.addAll(List.of("--tables=2", "--table-size=2000"));
    line.addAll(List.of(more));
    line.add(command);
    ExecResult result = server.container().execInContainer(line.toArray(String[]::new));
    assertThat(result.getExitCode()).as(result.getStdout() + result.getStderr()).isZero();
    return result.getStdout();
  }

  @Test
  void whatSysbenchPrepared_isRunOnAndVerified() throws Exception {
    sysbench("prepare");
    assertThat(stallmark("verify").out()).contains("index on k has the same");
    assertThat(stallmark("run", "--events", "200").err()).doesNotContain("Loading");
    stallmark("verify");
  }

  @Test
  void whatStallmarkLoaded_sysbenchRunsOn() throws Exception {
    stallmark("load");
    String report = sysbench("run", "--events=200", "--time=60", "--threads=2");
    assertThat(report).containsPattern("transactions: +200 ");
    assertThat(stallmark("verify").out()).contains("index on k has the same");
  }
}
