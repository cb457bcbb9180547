package io.stallmark.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.cli.Calls;
import io.stallmark.cli.FileDatabaseTest;
import io.stallmark.it.Thorough;
import io.stallmark.result.RunDocument;
import io.stallmark.result.RunFile;
import io.stallmark.result.RunSummary;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conditions of tpcc, on a database in this JVM. */
class TpccTest extends FileDatabaseTest {

  private static final String FILE = "bank.mv.db";

  /** A twentieth of the standard's rows, which takes a twentieth of the time. */
  private static final String SIZE = "cardinality=5";

  @TempDir private static Path loaded;

  @BeforeAll
  static void load() throws SQLException {
    run(loaded, "--events 500 --out first -p " + SIZE).well();
  }

  @BeforeEach
  void copy() throws IOException {
    Files.copy(loaded.resolve(FILE), directory.resolve(FILE));
  }

  private static Calls.Result run(Path directory, String more) throws SQLException {
    return callOpen(directory, words("run tpcc --threads 2 --verify " + more));
  }

  private Calls.Result call(String command, String... more) {
    return call(H2, words(command + " tpcc -p " + SIZE, more));
  }

  private void assertFound(List<String> options, String... findings) {
    Calls.Result verified = call("verify", options.toArray(String[]::new));
    assertThat(verified.exit()).as(verified.out() + verified.err()).isEqualTo(1);
    assertThat(verified.out() + verified.err()).contains(findings);
  }

  private void assertFound(String... findings) {
    assertFound(List.of(), findings);
  }

  private static List<String> record() {
    File[] runs = Objects.requireNonNull(loaded.resolve("first").toFile().listFiles());
    assertThat(runs).hasSize(1);
    return List.of("--run", runs[0].toString());
  }

  @Test
  void run_hasNewOrdersPerMinute_andAVerdictOnEachKind() throws Exception {
    RunDocument run = RunFile.read(Path.of(record().get(1)));
    RunDocument.NamedRate headline = Objects.requireNonNull(run.outcome().headline());
    RunSummary summary = Objects.requireNonNull(run.outcome().summary());
    assertThat(headline.unit()).isEqualTo("new orders/min");
    assertThat(headline.value())
        .isCloseTo(
            60 * Objects.requireNonNull(summary.kinds().get("new_order")).perSecond(),
            within(1e-6));
    assertThat(run.outcome().responseLimits())
        .filteredOn(limit -> !limit.kind().equals("new_order_rollback"))
        .hasSize(5)
        .allMatch(limit -> limit.percent() == 90)
        .allMatch(limit -> limit.limitSeconds() == (limit.kind().equals("stock_level") ? 20 : 5));
  }

  @Test
  void batchedStatements_keepTheConditions() throws SQLException {
    run(directory, "--events 200 -p cardinality=5 -p statements=batched -p home=random").well();
  }

  /** The distribution of last names needs more than 1,000 customers in a district. */
  @Test
  @Thorough
  void wholeWarehouse_isLoadedAndVerified(@TempDir Path whole) throws SQLException {
    run(whole, "--events 500 -p warehouses=1").well();
  }

  @Test
  void foreignKeys_areThereAfterALoad_andTablesAreDroppedLastFirst(@TempDir Path other)
      throws Exception {
    run(other, "--events 300 -p cardinality=1 -p foreign-keys=on").well();
    try (Connection connection = DriverManager.getConnection("jdbc:" + at(H2, other));
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(
              () -> statement.executeUpdate("DELETE FROM customer WHERE c_d_id = 1 AND c_id = 1"))
          .hasMessageContaining("FK_");
    }
    Calls.Result without = run(other, "-p cardinality=1");
    assertThat(without.lastError()).contains("too many", "Give the settings");
    Calls.Result dropped = callOpen(other, words("drop tpcc --yes"));
    assertThat(dropped.out()).startsWith("Dropped 9 tables of tpcc");
  }

  @Test
  void foreignKeys_areStatementsOfExplain_afterTheTablesTheyReferTo() {
    String explained = call("explain", "-p", "foreign-keys=on").out();
    assertThat(explained)
        .containsSubsequence(
            "CREATE TABLE stock ",
            "CREATE TABLE orders ",
            "CREATE TABLE order_line ",
            "ALTER TABLE order_line ADD CONSTRAINT fk_line_stock FOREIGN KEY (ol_supply_w_id,"
                + " ol_i_id) REFERENCES stock (s_w_id, s_i_id)");
  }

  @Test
  void explain_hasTheTextsAtTheEndsOfATransaction_andHowOftenAStatementIsSent()
      throws SQLException {
    assertThat(call("explain").out())
        .contains(
            "where a transaction has them\nBEGIN\nCOMMIT\n",
            "-- select_item, for each line\nSELECT",
            "-- delete_new_order, for each of 10 districts\nDELETE",
            "-- select_warehouse_tax\nSELECT");
  }

  @Test
  void foreignKeysThatTheTablesLack_areNamed() {
    assertThat(call("verify", "-p", "foreign-keys=on").lastError())
        .contains("Table district has no foreign key fk_district_warehouse");
  }

  @Test
  void acknowledgedWritesThatAreGone_areNamed() throws SQLException {
    execute(
        H2,
        "DELETE FROM orders WHERE o_d_id = 4 AND o_id = 152",
        "DELETE FROM history WHERE h_amount <> 10 LIMIT 1");
    assertFound(
        record(),
        "2 or more acknowledged transactions are gone (new orders: 1, payments: 1).",
        "Order 152 of district d_w_id=1, d_id=4 is gone.",
        "The lost payment is ",
        " of customer c_id=");
  }

  @Test
  void everyRecordedWrite_isThere() {
    Calls.Result verified = call("verify", record().toArray(String[]::new)).well();
    assertThat(verified.out())
        .contains("Every recorded write is there.", "All twelve consistency conditions");
  }

  /** One damage of each condition, in districts that the others leave alone. */
  @Test
  void verification_findsDamagedOrders() throws Exception {
    execute(
        H2,
        "DELETE FROM orders WHERE o_d_id = 1 AND o_id = 5",
        "DELETE FROM new_order WHERE no_d_id = 2 AND no_o_id = 135",
        "DELETE FROM order_line WHERE ol_d_id = 3 AND ol_o_id = 10 AND ol_number = 5",
        "INSERT INTO new_order (no_o_id, no_d_id, no_w_id) VALUES (7, 4, 1)",
        "UPDATE order_line SET ol_delivery_d = NULL WHERE ol_d_id = 5 AND ol_o_id = 8",
        "UPDATE customer SET c_delivery_cnt = c_delivery_cnt + 1 WHERE c_d_id = 6 AND c_id = 9",
        "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_id = 7",
        "DELETE FROM customer WHERE c_d_id = 8 AND c_id = 150",
        "UPDATE customer SET c_last = 'BARBARBAR' WHERE c_d_id = 9 AND c_id = 2",
        "UPDATE orders SET o_c_id = 1 WHERE o_d_id = 10 AND o_id = 1");
    assertFound(
        "Condition 2: 1 orders below d_next_o_id are missing, for instance o_id=5 (w_id=1, d_id=1)",
        "Condition 3: new_order has gaps (1 time)",
        "Condition 4: the sum of o_ol_cnt is not the number of order lines (1 time), d_id=3",
        "Condition 5: 1 orders with a carrier are in new_order, for instance o_id=7 (w_id=1, d_id=4)",
        "Condition 5: 1 orders without a carrier are not in new_order, for instance o_id=135",
        "Condition 6: 1 orders have not o_ol_cnt lines, for instance o_id=10 (w_id=1, d_id=3)",
        "Condition 7: ",
        "Condition 11: orders less new_order is not what load and deliveries have delivered"
            + " (1 time), d_id=6",
        "1 customers are missing, for instance c_id=150 (w_id=1, d_id=8)",
        "last name than their number gives, for instance c_id=2 (w_id=1, d_id=9)",
        "The loaded orders are not one of each customer (1 time), d_id=10");
  }

  @Test
  void verification_findsACent() throws Exception {
    execute(
        H2,
        "UPDATE customer SET c_balance = c_balance + 0.01 WHERE c_d_id = 4 AND c_id = 77",
        "UPDATE district SET d_ytd = d_ytd - 0.01 WHERE d_id = 2",
        "UPDATE stock SET s_ytd = s_ytd + 1 WHERE s_i_id = 1234",
        "UPDATE item SET i_data = 'ORIGINAL' WHERE i_id < 1000",
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
  void verification_findsALostPayment() throws Exception {
    execute(H2, "DELETE FROM history WHERE h_amount <> 10 LIMIT 1");
    assertFound("Condition 8: ", "Condition 9: ", "Condition 10: ", "c_payment_cnt is not");
  }

  @ParameterizedTest
  @CsvSource({
    "warehouses=2 -p cardinality=5, Table warehouse has 1 rows: give -p warehouses=1",
    "cardinality=11, 'Table item has 5,000 rows, not 11,000: give the -p cardinality of the load'"
  })
  void tablesOfAnotherScale_areRefused(String settings, String message) throws SQLException {
    assertThat(run(directory, "--events 10 -p " + settings).lastError()).contains(message);
  }
}
