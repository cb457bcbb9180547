package io.stallmark.tpcb;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.cli.FileDatabaseTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The smallest workload, on a database in this JVM. */
class TpcbTest extends FileDatabaseTest {

  private static final String FILE = "bank.mv.db";
  private static final String RUN = "run tpcb --threads 4 --verify --events ";

  @TempDir private static Path loaded;

  /** Loading takes longer than all the rest. */
  @BeforeAll
  static void load() throws SQLException {
    callOpen(loaded, words(RUN + 200)).well();
  }

  @BeforeEach
  void copy() throws IOException {
    Files.copy(loaded.resolve(FILE), directory.resolve(FILE));
  }

  private void assertRows(String query, String count) throws SQLException {
    assertThat(execute(H2, "SELECT COUNT(*) FROM pgbench_" + query)).containsExactly(count);
  }

  @Test
  void load_givesTheRowsOfPgbench() throws Exception {
    assertRows("accounts", "100000");
    assertRows("accounts WHERE aid BETWEEN 1 AND 100000", "100000");
    assertRows("tellers", "10");
    assertRows("tellers WHERE bid = 1 AND filler IS NULL", "10");
    assertRows("branches", "1");
    assertRows("history", "200");
  }

  @Test
  void scripts_keepTheSums() throws Exception {
    call(H2, words(RUN + "50 -p builtin=select-only")).well();
    call(H2, words(RUN + "100 -p builtin=simple-update")).well();
    assertRows("history", "300");
    assertRows("history WHERE mtime IS NULL OR delta IS NULL", "0");
    Calls.Result other = call(H2, words(RUN + 10));
    assertThat(other.exit()).isEqualTo(1);
    assertThat(other.out()).contains("balances of the tellers add up to");
  }

  private void assertFound(List<String> findings, String... damage) throws SQLException {
    execute(H2, damage);
    Calls.Result verified = call(H2, words("verify tpcb"));
    assertThat(verified.exit()).isEqualTo(1);
    assertThat(verified.out() + verified.err()).contains(findings);
  }

  @Test
  void verification_findsChangedRows() throws Exception {
    assertFound(
        List.of(
            "aid=77 differs from its history by 1",
            "pgbench_tellers lacks 1 rows, for instance tid=3",
            "pgbench_accounts lacks 1 rows, for instance aid=100000",
            "has 1 rows outside the scale, for instance aid=100001",
            "has 1 rows of another branch, for instance key 5",
            "filler is not blank, for instance aid=6"),
        "UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = 77",
        "DELETE FROM pgbench_tellers WHERE tid = 3",
        "DELETE FROM pgbench_accounts WHERE aid = 100000",
        "INSERT INTO pgbench_accounts (aid, bid, abalance, filler) VALUES (100001, 2, 0, '')",
        "UPDATE pgbench_accounts SET bid = 2 WHERE aid = 5",
        "UPDATE pgbench_accounts SET filler = 'x' WHERE aid = 6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          DELETE FROM pgbench_history WHERE delta <> 0 LIMIT 1 | differs from its history by
          INSERT INTO pgbench_history SELECT * FROM pgbench_history WHERE delta <> 0 LIMIT 1 | differs from its history by
          UPDATE pgbench_tellers SET tbalance = tbalance + 1 WHERE tid = 3 | The balances of the tellers add up to
          """)
  void verification_comparesSums(String damage, String finding) throws Exception {
    assertFound(List.of(finding), damage);
  }

  @Test
  void tablesOfAnotherScale_areRefused() throws Exception {
    execute(H2, "INSERT INTO pgbench_branches (bid, bbalance) VALUES (2, 0)");
    assertThat(call(H2, words(RUN + 10)).lastError())
        .contains("pgbench_branches has 2 rows: give -p scale=2");
  }
}
