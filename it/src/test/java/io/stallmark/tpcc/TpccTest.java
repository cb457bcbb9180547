package io.stallmark.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.cli.Calls;
import io.stallmark.it.Thorough;
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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conditions of tpcc, on a database in this JVM. */
class TpccTest {

  private static final String FILE = "tpcc.mv.db";

  @TempDir private static Path loaded;
  @TempDir Path directory;

  /** Loading takes longer than all the rest. */
  @BeforeAll
  static void load() throws Exception {
    RunReport report = run(loaded, "", 300);
    assertThat(report.exit()).as("%s", report).isEqualTo(Exit.WELL);
  }

  @BeforeEach
  void copy() throws IOException {
    Files.copy(loaded.resolve(FILE), directory.resolve(FILE));
  }

  private static RunReport run(Path directory, String settings, int events) throws Exception {
    Benchmark benchmark =
        new Benchmark(
            new Registry(List.of(new TpccWorkload()), List.of(new H2Dialect())),
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
                  workload: tpcc
                  url: "h2:file:%s"
                  settings: {%s}
                  threads: 2
                  events: %d
                  verify: true
                  """,
                      directory.resolve("tpcc"),
                      settings,
                      events))
              .to(Files.createTempDirectory(directory, "run")));
    }
  }

  private static Connection connection(Path directory) throws SQLException {
    return DriverManager.getConnection("jdbc:h2:file:" + directory.resolve("tpcc"));
  }

  private void change(String... texts) throws SQLException {
    try (Connection connection = connection(directory);
        Statement statement = connection.createStatement()) {
      for (String text : texts) {
        assertThat(statement.executeUpdate(text)).as(text).isPositive();
      }
    }
  }

  private void assertFound(String... findings) throws Exception {
    // H2 closes a database with its last connection, which takes long for one of this size
    try (Connection open = connection(directory)) {
      assertThat(open.isValid(0)).isTrue();
      Calls.Result verified =
          new Calls(directory)
              .run("verify", "tpcc", "--url", "h2:file:" + directory.resolve("tpcc"));
      assertThat(verified.exit()).isEqualTo(1);
      assertThat(verified.out() + verified.err()).contains(findings);
    }
  }

  @Test
  @Thorough
  void batchedStatements_keepTheConditions() throws Exception {
    RunReport report = run(directory, "statements: batched, home: random", 200);
    assertThat(report.exit()).as("%s", report).isEqualTo(Exit.WELL);
  }

  /** One damage of each condition, in districts that the others leave alone. */
  @Test
  void verification_findsDamagedOrders() throws Exception {
    change(
        "DELETE FROM orders WHERE o_d_id = 1 AND o_id = 5",
        "DELETE FROM new_order WHERE no_d_id = 2 AND no_o_id = 2700",
        "DELETE FROM order_line WHERE ol_d_id = 3 AND ol_o_id = 10 AND ol_number = 5",
        "INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (7, 4, 1)",
        "UPDATE order_line SET ol_delivery_d = NULL WHERE ol_d_id = 5 AND ol_o_id = 8",
        "UPDATE customer SET c_delivery_cnt = c_delivery_cnt + 1 WHERE c_d_id = 6 AND c_id = 9",
        "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_id = 7",
        "DELETE FROM customer WHERE c_d_id = 8 AND c_id = 3000",
        "UPDATE customer SET c_last = 'BARBARBAR' WHERE c_d_id = 9 AND c_id = 2",
        "UPDATE orders SET o_c_id = 1 WHERE o_d_id = 10 AND o_id = 1");
    assertFound(
        "Condition 2: 1 orders below d_next_o_id are missing, for instance o_id=5 (w_id=1, d_id=1)",
        "Condition 3: new_order has gaps (1 time)",
        "Condition 4: the sum of o_ol_cnt is not the number of order lines (1 time), d_id=3",
        "Condition 5: 1 orders with a carrier are in new_order, for instance o_id=7 (w_id=1, d_id=4)",
        "Condition 5: 1 orders without a carrier are not in new_order, for instance o_id=2700",
        "Condition 6: 1 orders have not o_ol_cnt lines, for instance o_id=10 (w_id=1, d_id=3)",
        "Condition 7: ",
        "Condition 11: orders less new_order is not what load and deliveries have delivered (1 time), d_id=6",
        "1 customers are missing, for instance c_id=3000 (w_id=1, d_id=8)",
        "last name than their number gives, for instance c_id=2 (w_id=1, d_id=9)",
        "The loaded orders are not one of each customer (1 time), d_id=10");
  }

  @Test
  @Thorough
  void verification_findsACent() throws Exception {
    change(
        "UPDATE customer SET c_balance = c_balance + 0.01 WHERE c_d_id = 4 AND c_id = 77",
        "UPDATE district SET d_ytd = d_ytd - 0.01 WHERE d_id = 2",
        "UPDATE stock SET s_ytd = s_ytd + 1 WHERE s_i_id = 12345",
        "UPDATE item SET i_data = 'ORIGINAL' WHERE i_id < 20000",
        "DELETE FROM stock WHERE s_i_id = 99");
    assertFound(
        "Condition 1: w_ytd is not the sum of d_ytd: warehouse w_id=1 differs by 0.01",
        "Condition 9: d_ytd is not the sum of h_amount: district d_w_id=1, d_id=2 differs by -0.01",
        "Condition 10: c_balance is not the sum of the delivered ol_amount less that of h_amount:"
            + " customer c_id=77 of district d_w_id=1, d_id=4 differs by 0.01",
        "Condition 12: 1 customers",
        "Items with ORIGINAL in i_data",
        "1 rows of stock are missing, for instance s_i_id=99");
  }

  @Test
  @Thorough
  void verification_findsALostPayment() throws Exception {
    change("DELETE FROM history WHERE h_amount <> 10 LIMIT 1");
    assertFound("Condition 8: ", "Condition 9: ", "Condition 10: ", "c_payment_cnt is not");
  }

  @Test
  @Thorough
  void tablesOfAnotherScale_areRefused() {
    assertThatThrownBy(() -> run(directory, "warehouses: 2", 10))
        .isInstanceOf(DbException.class)
        .hasMessageContaining("rows");
  }
}
