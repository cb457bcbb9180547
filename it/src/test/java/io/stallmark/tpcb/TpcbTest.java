package io.stallmark.tpcb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.plan.Registry;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunReport.Exit;
import io.stallmark.spi.DbException;
import io.stallmark.toy.H2Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The smallest workload, on a database in this JVM. */
class TpcbTest {

  private static final String FILE = "bank.mv.db";

  @TempDir private static Path loaded;
  @TempDir Path directory;

  /** Loading takes longer than all the rest. */
  @BeforeAll
  static void load() throws Exception {
    assertWell(run(loaded, "tpcb-like", 200));
  }

  @BeforeEach
  void copy() throws IOException {
    Files.copy(loaded.resolve(FILE), directory.resolve(FILE));
  }

  private RunReport run(String builtin, int events) throws Exception {
    return run(directory, builtin, events);
  }

  private static RunReport run(Path directory, String builtin, int events) throws Exception {
    Benchmark benchmark =
        new Benchmark(
            new Registry(List.of(new TpcbWorkload()), List.of(new H2Dialect())),
            Credentials.ofPassword(""));
    // H2 closes a database with its last connection, which takes long for one of this size
    try (Connection open = connection(directory)) {
      assertThat(open.isValid(0)).isTrue();
      return benchmark.run(
          benchmark
              .spec(
                  String.format(
                      Locale.ROOT,
                      """
                  workload: tpcb
                  url: "h2:file:%s"
                  settings: {builtin: %s}
                  threads: 4
                  events: %d
                  verify: true
                  """,
                      directory.resolve("bank"),
                      builtin,
                      events))
              .to(Files.createTempDirectory(directory, "run")));
    }
  }

  private Connection connection() throws SQLException {
    return connection(directory);
  }

  private static Connection connection(Path directory) throws SQLException {
    return DriverManager.getConnection("jdbc:h2:file:" + directory.resolve("bank"));
  }

  private void change(String sql) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isPositive();
    }
  }

  private String text(String query) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void assertWell(RunReport report) {
    assertThat(report.exit()).as("%s", report).isEqualTo(Exit.WELL);
  }

  @Test
  void load_givesTheRowsOfPgbench() throws Exception {
    assertThat(text("SELECT COUNT(*) || ' ' || MIN(aid) || ' ' || MAX(aid) FROM pgbench_accounts"))
        .isEqualTo("100000 1 100000");
    assertThat(text("SELECT COUNT(*) || ' ' || MIN(bid) || ' ' || MAX(bid) FROM pgbench_tellers"))
        .isEqualTo("10 1 1");
    assertThat(text("SELECT COUNT(*) FROM pgbench_branches")).isEqualTo("1");
    assertThat(text("SELECT COUNT(*) FROM pgbench_tellers WHERE filler IS NULL")).isEqualTo("10");
    assertThat(text("SELECT COUNT(*) FROM pgbench_history")).isEqualTo("200");
  }

  @Test
  void scripts_keepTheSums() throws Exception {
    assertWell(run("select-only", 50));
    assertWell(run("simple-update", 100));
    assertThat(text("SELECT COUNT(*) FROM pgbench_history")).isEqualTo("300");
    assertThat(text("SELECT COUNT(*) FROM pgbench_history WHERE mtime IS NULL OR delta IS NULL"))
        .isEqualTo("0");
    RunReport other = run("tpcb-like", 10);
    assertThat(other.exit()).isEqualTo(Exit.FAILED);
    assertThat(other.complaint()).contains("balances of the tellers add up to");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = 77 | aid=77 differs from its history by 1
          DELETE FROM pgbench_history WHERE delta <> 0 LIMIT 1 | differs from its history by
          INSERT INTO pgbench_history SELECT * FROM pgbench_history WHERE delta <> 0 LIMIT 1 | differs from its history by
          UPDATE pgbench_tellers SET tbalance = tbalance + 1 WHERE tid = 3 | The balances of the tellers add up to
          DELETE FROM pgbench_tellers WHERE tid = 3 | pgbench_tellers lacks 1 rows, for instance tid=3
          DELETE FROM pgbench_accounts WHERE aid = 100000 | pgbench_accounts lacks 1 rows, for instance aid=100000
          INSERT INTO pgbench_accounts (aid, bid, abalance, filler) VALUES (100001, 2, 0, '') | has 1 rows outside the scale, for instance aid=100001
          UPDATE pgbench_accounts SET bid = 2 WHERE aid = 5 | has 1 rows of another branch, for instance key 5
          UPDATE pgbench_accounts SET filler = 'x' WHERE aid = 6 | filler is not blank, for instance aid=6
          """)
  void verification_findsAChangedRow(String damage, String finding) throws Exception {
    change(damage);
    RunReport report = run("tpcb-like", 1);
    assertThat(report.exit()).isEqualTo(Exit.FAILED);
    assertThat(report.complaint()).contains(finding);
  }

  @Test
  void tablesOfAnotherScale_areRefused() throws Exception {
    change("INSERT INTO pgbench_branches (bid, bbalance) VALUES (2, 0)");
    assertThatThrownBy(() -> run("select-only", 10))
        .isInstanceOf(DbException.class)
        .hasMessageContaining("pgbench_branches has 2 rows: give -p scale=2");
  }
}
