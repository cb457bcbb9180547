package io.stallmark.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Native.Effect;
import io.stallmark.own.file.StatementName;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.RecordingSession;
import io.stallmark.testkit.RecordingSession.Call;
import io.stallmark.testkit.SilentSession;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnClientTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final String FILE =
      """
      values:
        id: zipfian:1..1000
        by: uniform:-9..9
        back: minus:by
        code: text:@#@#
        state: words:new,paid,sent
        price: uniform:0.00..9.99
        at: now
      tables:
        item:
          rows: 2500
          sql: CREATE TABLE item (id INT PRIMARY KEY, code CHAR(4), n INT, tag VARCHAR(9))
          insert: {id: ":row", code: ":code", n: 7, tag: old}
      transactions:
        change:
          weight: 3
          begin: true
          steps:
          - {name: read, sql: "SELECT n, tag FROM item WHERE id = :id", rows: 1, keep: {n: n, tag: "t:text"}}
          - {name: write, sql: "UPDATE item SET n = :n + :back WHERE id = :id AND tag = :t"}
          - {name: log, sql: "INSERT INTO log VALUES (:state, :price, :at)"}
        look:
          steps:
          - {name: find, sql: "SELECT n FROM item WHERE id = :id"}
      """;

  @TempDir Path directory;

  private Scenario scenario(String text, Capability... capabilities) throws Exception {
    Path file = Files.writeString(directory.resolve("own.yaml"), text);
    OwnWorkload workload = new OwnWorkload();
    return workload.scenario(
        new SettingsReader(workload).read(Map.of("file", file.toString())),
        5,
        Set.of(capabilities));
  }

  private static Client client(Scenario scenario, Session session) throws DbException {
    return scenario.roles().get(0).clients().client(session, Slice.of(0, 1, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /*+ INDEX(orders) */ SELECT * FROM orders   | select_orders | READ
          -- from a b; /*~ SELECT * FROM orders       | select_orders | READ
          /* into x */~~-- y~# z~update orders SET a=1 | update_orders | WRITE
          /* all */ WITH w AS (DELETE FROM a) SELECT 1 | with_a        | WRITE
          /* SELECT 1                                 | statement     | OTHER
          {"find": "orders", "filter": {}}            | find_orders   | READ
          """)
  void nameOfAStatement_isInNoCommentBeforeIt(String text, String name, Effect effect) {
    String statement = text.replace('~', '\n');
    assertThat(StatementName.of(statement)).isEqualTo(name);
    assertThat(StatementName.effect(statement)).isEqualTo(effect);
  }

  @Test
  void transaction_drawsByWeight_andBeginsWhereItSays() throws Exception {
    RecordingSession session = new RecordingSession();
    Scenario scenario = scenario(FILE, Capability.TRANSACTIONS);
    Role role = scenario.roles().get(0);
    Client client = client(scenario, session);
    int looks = 0;
    for (int i = 0; i < 4_000; i++) {
      client.transaction();
      looks += role.transactionKinds().get(client.kind()).equals("look") ? 1 : 0;
    }
    assertThat(looks).isBetween(900, 1_100);
    assertThat(role.transactional()).isTrue();
    assertThat(role.ops()).extracting(Op::name).containsExactly("read", "write", "log", "find");
    assertThat(session.named("find")).hasSize(looks);
    assertThat(session.named("begin")).hasSize(4_000 - looks);
    assertThat(session.named("commit")).hasSize(4_000 - looks);
    List<Call> reads = session.named("read");
    List<Call> writes = session.named("write");
    for (int i = 0; i < reads.size(); i++) {
      assertThat(reads.get(i).number("id"))
          .isEqualTo(writes.get(i).number("id"))
          .isBetween(1L, 1000L);
      assertThat(writes.get(i).number("back")).isBetween(-9L, 9L);
    }
    assertThat(writes.stream().map(write -> write.number("back")).distinct()).hasSize(19);
    assertThat(session.named("log").stream().map(log -> log.number("price")))
        .allMatch(price -> price >= 0 && price <= 999)
        .anyMatch(price -> price > 500);
  }

  @Test
  void withoutTransactions_statementsAreSentWithout_andAWarningSaysSo() throws Exception {
    RecordingSession session = new RecordingSession();
    Scenario scenario = scenario(FILE);
    Client client = client(scenario, session);
    for (int i = 0; i < 20; i++) {
      client.transaction();
    }
    assertThat(session.names()).doesNotContain("begin", "commit").contains("write");
    assertThat(scenario.warnings()).singleElement().asString().contains("no transactions");
    assertThat(scenario.rowsPerTransaction()).isEqualTo(0.75);
  }

  /** A row of a read; the text is longer than the first buffer. */
  private record Item(long n, String tag) implements Row {

    @Override
    public boolean isNull(int column) {
      return column == 1 && tag.isEmpty();
    }

    @Override
    public long getLong(int column) {
      return n;
    }

    @Override
    public double getDouble(int column) {
      throw new IllegalStateException();
    }

    @Override
    public int getText(int column, byte[] into) {
      byte[] text = tag.getBytes(StandardCharsets.UTF_8);
      System.arraycopy(text, 0, into, 0, Math.min(text.length, into.length));
      return text.length;
    }
  }

  @Test
  void step_keepsItsFirstRow_andNullWithoutOne() throws Exception {
    String only =
        """
        values: {id: "uniform:1..9"}
        transactions:
          change:
            steps:
            - {name: read, sql: "SELECT n, tag FROM t WHERE id = :id", keep: {n: n, tag: "t:text"}}
            - {name: write, sql: "UPDATE t SET n = :n WHERE tag = :t"}
        """;
    List<Item> rows = new ArrayList<>();
    List<String> written = new ArrayList<>();
    SilentSession session =
        new SilentSession(
            (args, sink) -> {
              if (sink != null) {
                for (Item row : rows) {
                  sink.row(row);
                }
              } else {
                String text =
                    new String(
                        args.getText(0, 1),
                        0,
                        Math.max(0, args.getLength(0, 1)),
                        StandardCharsets.UTF_8);
                written.add(
                    (args.isNull(0, 0) ? "NULL" : args.getLong(0, 0) + "")
                        + " "
                        + (args.isNull(0, 1) ? "NULL" : text));
              }
              return rows.size();
            });
    Client client = client(scenario(only), session);
    rows.addAll(List.of(new Item(41, "ü".repeat(300)), new Item(42, "second")));
    client.transaction();
    rows.set(0, new Item(43, ""));
    client.transaction();
    rows.clear();
    client.transaction();
    assertThat(written).containsExactly("41 " + "ü".repeat(300), "43 NULL", "NULL NULL");
  }

  @Test
  void keptValue_isUnknownBeforeItsStep() {
    String wrong =
        """
        transactions:
          change:
            steps:
            - {name: write, sql: "UPDATE t SET n = :n"}
            - {name: read, sql: "SELECT n FROM t", keep: {n: n}}
        """;
    assertThatThrownBy(() -> scenario(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 4, key transactions.change.steps.sql: no value n is declared");
  }

  @Test
  void transactionAllocatesNothing() throws Exception {
    Client client = client(scenario(FILE, Capability.TRANSACTIONS), new SilentSession());
    transactions(client);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    transactions(client);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }

  private static void transactions(Client client) throws DbException {
    for (int i = 0; i < 5_000; i++) {
      client.transaction();
    }
  }

  private static List<String> rows(Scenario scenario, int loaders) throws DbException {
    RecordingSession session = new RecordingSession();
    for (int i = 0; i < loaders; i++) {
      Loader loader = scenario.load(0, 1).loader(session, Slice.of(i, loaders, 1), false);
      long step;
      do {
        step = loader.step();
      } while (step > 0);
    }
    return session.named("load_item").stream()
        .flatMap(call -> call.rows().stream())
        .map(row -> row.number("row") + " " + row.text("code"))
        .sorted()
        .toList();
  }

  @Test
  void load_givesEachRowOnce_whateverTheNumberOfLoaders() throws Exception {
    Scenario scenario = scenario(FILE);
    List<String> rows = rows(scenario, 1);
    assertThat(rows)
        .hasSize(2_500)
        .doesNotHaveDuplicates()
        .allMatch(row -> row.matches("\\d+ [a-z]\\d[a-z]\\d"));
    assertThat(rows(scenario, 3)).isEqualTo(rows);
    assertThat(rows(scenario(FILE), 2)).isEqualTo(rows);
  }

  @Test
  void loadingAllocatesNothingPerRow() throws Exception {
    Loader loader =
        scenario(FILE.replace("2500", "100000"))
            .load(0, 1)
            .loader(new SilentSession(), Slice.of(0, 1, 1), false);
    for (int i = 0; i < 20; i++) {
      loader.step();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 20; i++) {
      loader.step();
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }

  @Test
  void sequence_isDividedAmongMachines() throws Exception {
    String inserts =
        "values: {id: 'sequence:10'}\n"
            + "transactions: {add: {steps: [{name: add_row, sql: 'INSERT INTO t VALUES (:id)'}]}}\n";
    Scenario scenario = scenario(inserts);
    scenario.share(1, 3);
    RecordingSession session = new RecordingSession();
    Client client = client(scenario, session);
    for (int i = 0; i < 3; i++) {
      client.transaction();
    }
    assertThat(session.named("add_row").stream().map(call -> call.number("id")))
        .containsExactly(10L, 13L, 16L);
  }
}
