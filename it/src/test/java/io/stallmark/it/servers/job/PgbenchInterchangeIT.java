package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.containers.Container.ExecResult;

/** pgbench 15 itself, in the server's container, and tpcb work on each other's tables. */
@Docker
final class PgbenchInterchangeIT {

  private static final Pattern STATEMENT =
      Pattern.compile(
          "LOG: +(?:execute [^:]*|statement): ((?:UPDATE|SELECT|INSERT) [^;\n]*pgbench_[^;\n]*)");

  @TempDir Path directory;
  private Server server;
  private Program program;

  @BeforeEach
  void begin() {
    server = SharedServer.POSTGRESQL.emptied();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private Program.Result tpcb(String command, String... more) {
    Program.Result result =
        program.call(Program.words(List.of(command, "tpcb", "--url", server.url()), more)).well();
    return result;
  }

  private String pgbench(String... options) throws Exception {
    List<String> line =
        new ArrayList<>(
            List.of(
                "env",
                "PGPASSWORD=" + server.password(),
                "/usr/lib/postgresql/15/bin/pgbench",
                "-h",
                "127.0.0.1",
                "-U",
                "bench"));
    line.addAll(List.of(options));
    line.add("bench");
    ExecResult result = server.container().execInContainer(line.toArray(String[]::new));
    assertThat(result.getExitCode()).as(result.getStdout() + result.getStderr()).isZero();
    return result.getStdout();
  }

  @Test
  void whatPgbenchMade_isRunOn_andVerified() throws Exception {
    pgbench("-i", "-q");
    assertThat(tpcb("run", "--events", "200", "--verify").err()).doesNotContain("Loading");
    pgbench("-n", "-t", "50", "-c", "2");
    assertThat(tpcb("verify").out()).contains("in 300 rows of history");
  }

  @Test
  void whatTpcbLoaded_pgbenchRunsOn() throws Exception {
    tpcb("load");
    assertThat(pgbench("-n", "-t", "50", "-c", "2")).contains("scaling factor: 1");
    assertThat(tpcb("verify").out()).contains("in 100 rows of history");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tpcb-like", "simple-update", "select-only"})
  void statements_haveTheTextsOfPgbench_inTheServersLog(String script) throws Exception {
    tpcb("load");
    sql("ALTER ROLE bench SET log_statement = 'all'");
    try {
      String before = server.container().getLogs();
      pgbench("-n", "-t", "1", "-M", "prepared", "-b", script);
      String between = server.container().getLogs();
      tpcb("run", "--events", "1", "--threads", "1", "-p", "builtin=" + script);
      String after = server.container().getLogs();
      List<String> texts = statements(between.substring(before.length()));
      assertThat(texts).isNotEmpty();
      assertThat(statements(after.substring(between.length()))).containsSequence(texts);
    } finally {
      sql("ALTER ROLE bench SET log_statement TO DEFAULT");
    }
  }

  /** Without the semicolon that pgbench sends. */
  private static List<String> statements(String log) {
    Matcher statement = STATEMENT.matcher(log);
    List<String> texts = new ArrayList<>();
    while (statement.find()) {
      texts.add(statement.group(1));
    }
    texts.removeIf(text -> text.contains("count(*)")); // pgbench reads its scale
    return texts;
  }

  private void sql(String text) throws SQLException {
    try (Connection root = server.postgresqlRoot("bench");
        Statement statement = root.createStatement()) {
      statement.execute(text);
    }
  }
}
