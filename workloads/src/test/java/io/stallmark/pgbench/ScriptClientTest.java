package io.stallmark.pgbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stallmark.model.Op;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.RecordingSession;
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

final class ScriptClientTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final String TRANSFER =
      """
      \\set aid random_zipfian(1, 1000 * :scale, 1.1)
      \\set delta random(-5000, 5000) \\
        / 2.0
      \\set place permute(:aid, 1000) + hash(:aid) % 2 + abs(case when :delta > 0 then 1 else 2 end)
      BEGIN;
      UPDATE a SET b = b + :delta WHERE id = :aid;
      \\if :delta > 0 and not :aid is null
        SELECT b FROM a WHERE id = :place;
      \\else
        SELECT c FROM a WHERE id = :place;
      \\endif
      END;
      """;

  @TempDir Path directory;

  private Scenario scenario(String define, String... scripts) throws Exception {
    List<String> files = new ArrayList<>();
    for (String script : scripts) {
      String weight = script.startsWith("@") ? script.substring(0, script.indexOf('\n')) : "";
      Path file = directory.resolve("script " + files.size() + ".sql");
      Files.writeString(file, script.substring(weight.length()));
      files.add(file + weight);
    }
    PgbenchWorkload workload = new PgbenchWorkload();
    return workload.scenario(
        new SettingsReader(workload)
            .read(Map.of("file", String.join(";; ", files), "define", define)),
        5,
        Set.of(Capability.TRANSACTIONS));
  }

  private static Client client(Scenario scenario, Session session) throws DbException {
    return scenario.roles().get(0).clients().client(session, Slice.of(0, 1, 1));
  }

  /** Returns what statements without rows are given. */
  private List<String> sent(int transactions, List<Row> rows, String script) throws Exception {
    List<String> sent = new ArrayList<>();
    SilentSession session =
        new SilentSession(
            (args, sink) -> {
              if (sink == null) {
                sent.add(text(args));
              } else {
                for (Row row : rows) {
                  sink.row(row);
                }
              }
              return rows.size();
            });
    Client client = client(scenario("scale=10", script), session);
    for (int i = 0; i < transactions; i++) {
      client.transaction();
    }
    return sent;
  }

  private static String text(Args args) {
    if (args.isNull(0, 0)) {
      return "NULL";
    } else if (args.isReal(0, 0)) {
      return "double " + args.getDouble(0, 0);
    } else if (args.isBoolean(0, 0)) {
      return "boolean " + args.getLong(0, 0);
    } else if (args.isText(0, 0)) {
      byte[] bytes = args.getText(0, 0);
      return "text " + new String(bytes, 0, args.getLength(0, 0), StandardCharsets.UTF_8);
    }
    return "int " + args.getLong(0, 0);
  }

  /** A row of texts. */
  private record Texts(String... texts) implements Row {

    @Override
    public boolean isNull(int column) {
      return texts[column].equals("NULL");
    }

    @Override
    public long getLong(int column) {
      throw new IllegalStateException();
    }

    @Override
    public double getDouble(int column) {
      throw new IllegalStateException();
    }

    @Override
    public int getText(int column, byte[] into) {
      byte[] text = texts[column].getBytes(StandardCharsets.UTF_8);
      System.arraycopy(text, 0, into, 0, Math.min(text.length, into.length));
      return text.length;
    }
  }

  @Test
  void scripts_areKindsOfTransaction_chosenByWeight() throws Exception {
    Scenario scenario = scenario("scale=1", "@3\nSELECT 1;", "\nSELECT 2;");
    Role role = scenario.roles().get(0);
    assertThat(role.transactionKinds()).containsExactly("script_0", "script_1");
    assertThat(role.ops()).extracting(Op::name).containsExactly("select", "select_2");
    assertThat(role.transactional()).isFalse();
    Client client = client(scenario, new RecordingSession());
    int second = 0;
    for (int i = 0; i < 4_000; i++) {
      client.transaction();
      second += client.kind();
    }
    assertThat(second).isBetween(900, 1_100);
  }

  @Test
  void statements_areSentInOrder_withBeginAndCommitOfTheSession() throws Exception {
    RecordingSession session = new RecordingSession();
    Client client = client(scenario("scale=1", TRANSFER), session);
    for (int i = 0; i < 400; i++) {
      session.calls.clear();
      client.transaction();
      assertThat(session.names())
          .containsAnyOf("select_a", "select_a_2")
          .contains("begin", "update_a", "commit")
          .hasSize(4);
    }
  }

  @Test
  void values_haveTheTypesOfTheirExpressions() throws Exception {
    String script =
        """
        \\set a 7 / 2
        SELECT :a;
        \\set a 7 / 2.0
        SELECT :a;
        \\set a :a > 3
        SELECT :a;
        \\set a null
        SELECT :a;
        SELECT :scale;
        SELECT :random_seed; -- of the data, so that hash() finds the same rows in each repetition
        """;
    assertThat(sent(1, List.of(), script))
        .containsExactly("int 3", "double 3.5", "boolean 1", "NULL", "int 10", "int 5");
  }

  @Test
  void doubles_areSentWithFifteenDigits_andComputedWithAll() throws Exception {
    String script = "\\set x 0.1 + 0.2\nSELECT :x;\n\\set x :x = 0.3\nSELECT :x;\n";
    assertThat(sent(1, List.of(), script)).containsExactly("double 0.3", "boolean 0");
  }

  /** As pgbench, which reads the digits before the point. */
  @ParameterizedTest
  @CsvSource({"0.9, 0", "1, 1"})
  void sleepOfADouble_isOfWholeUnits(String time, int sleeps) throws Exception {
    String script = "\\set x " + time + "\n\\sleep :x s\nSELECT 1;";
    Client client = client(scenario("scale=1", script), new RecordingSession());
    int[] asked = {0};
    client.waitsUntil(() -> ++asked[0] > 0);
    client.transaction();
    assertThat(asked[0]).isEqualTo(sleeps);
  }

  @Test
  void gset_makesVariablesOfColumns() throws Exception {
    String script =
        """
        SELECT a.n, count(*), t AS "T", x::int FROM a \\gset p_
        SELECT :p_n;
        \\set next :p_count + 1
        SELECT :next;
        SELECT :p_T;
        SELECT :p_x;
        """;
    String longText = "ü".repeat(300);
    assertThat(sent(1, List.of(new Texts("-41", "12.5", longText, "NULL")), script))
        .containsExactly("int -41", "double 13.5", "text " + longText, "NULL");
  }

  @Test
  void gset_takesOneRow_andAsetTheLast() throws Exception {
    List<Row> two = List.of(new Texts("1"), new Texts("2"));
    assertThatThrownBy(() -> sent(1, two, "SELECT 1 AS n \\gset\nSELECT :n;"))
        .isInstanceOf(DbException.class)
        .hasMessageContaining("line 1: \\gset takes one row, and there are 2");
    assertThat(sent(1, two, "\\set n 0\nSELECT 1 AS n \\aset\nSELECT :n;"))
        .containsExactly("int 2");
    assertThat(sent(1, List.of(), "\\set n 0\nSELECT 1 AS n \\aset\nSELECT :n;"))
        .containsExactly("int 0");
  }

  @Test
  void variables_stayFromOneTransactionToTheNext_butNotThoseOfAFailedOne() throws Exception {
    String script = "\\set scale :scale + 1\nSELECT :scale;\n\\set x 1 / (14 - :scale)\n";
    List<String> sent = new ArrayList<>();
    SilentSession session =
        new SilentSession(
            (args, sink) -> {
              sent.add(text(args));
              return 0;
            });
    Client client = client(scenario("scale=10", script), session);
    for (int i = 0; i < 3; i++) {
      client.transaction();
    }
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(client::transaction)
          .isInstanceOf(DbException.class)
          .hasMessageContaining("script 0.sql, line 3: division by zero");
    }
    assertThat(sent).containsExactly("int 11", "int 12", "int 13", "int 14", "int 14");
  }

  @Test
  void conditions_chooseOneBranch() throws Exception {
    String script =
        """
        \\if :scale = 10
          \\if null
            SELECT 1 + :scale;
          \\elif 0
            SELECT 2 + :scale;
          \\elif 0.5
            \\set v 3
          \\elif 1 / 0 = 1
            SELECT 4 + :scale;
          \\else
            SELECT 5 + :scale;
          \\endif
        \\else
          \\set v 6
        \\endif
        SELECT :v;
        """;
    assertThat(sent(2, List.of(), script)).containsExactly("int 3", "int 3");
  }

  @ParameterizedTest
  @CsvSource({"\\if 1 / 0 > 0, 1", "\\elif 1 / 0 > 0, 3", "\\elif 0, 5"})
  void condition_thatFails_isNamedWithItsLine(String condition, int line) throws Exception {
    String if0 = condition.startsWith("\\if") ? "" : "\\if 0\n\\set v 1\n";
    String script = if0 + condition + "\n\\set v 2\n\\elif 1 / 0 > 0\n\\endif\nSELECT 1;";
    assertThatThrownBy(() -> sent(1, List.of(), script))
        .hasMessageContaining("script 0.sql, line " + line + ": division by zero");
  }

  /** Some servers take options only before BEGIN, and some statements have them there. */
  @Test
  void optionsOfBegin_areTriedBeforeTheRun() throws Exception {
    RecordingSession session = new RecordingSession();
    String set = "SET TRANSACTION READ ONLY; SELECT 1;";
    scenario("scale=1", "BEGIN; " + set + "END; " + set).begin(session);
    assertThat(session.names()).containsExactly("begin", "set", "rollback");
    SilentSession refusing =
        new SilentSession(
            (args, sink) -> {
              throw new DbException(DbException.Kind.FATAL, "1568", "no options now");
            });
    Scenario wrong = scenario("scale=1", "SELECT 1;\nSTART TRANSACTION READ ONLY; END;");
    assertThatThrownBy(() -> wrong.begin(refusing))
        .hasMessageContaining("script 0.sql, line 2: no options now");
  }

  @Test
  void transactionThatIsNotCommitted_isAFailure() throws Exception {
    RecordingSession session = new RecordingSession();
    Client client = client(scenario("scale=1", "BEGIN; SELECT 1;"), session);
    assertThatThrownBy(client::transaction)
        .isInstanceOf(DbException.class)
        .hasMessageContaining("script 0.sql, line 1: the script ends within a transaction");
    assertThat(session.names()).containsExactly("begin", "select", "rollback");
  }

  @Test
  void transactionAllocatesNothing() throws Exception {
    Client client = client(scenario("scale=10", TRANSFER, TRANSFER), new SilentSession());
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
}
