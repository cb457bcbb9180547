package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Op;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.RecordingSession;
import io.stallmark.testkit.RecordingSession.Call;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TransactionClientTest {

  private static final Set<String> WRITES =
      Set.of("index_update", "non_index_update", "delete", "insert");

  private final RecordingSession session = new RecordingSession();

  private void run(int transactions, Scenario scenario) throws Exception {
    Client client = scenario.roles().get(0).clients().client(session, Slice.of(0, 1, 42));
    for (int i = 0; i < transactions; i++) {
      client.transaction();
    }
  }

  @Test
  void defaultIsSysbenchsReadWriteInItsOrder() throws Exception {
    run(1, SysbenchGiven.scenario());

    List<String> expected = new ArrayList<>(List.of("begin"));
    expected.addAll(Collections.nCopies(10, "point_select"));
    expected.addAll(
        List.of(
            "simple_range",
            "sum_range",
            "order_range",
            "distinct_range",
            "index_update",
            "non_index_update",
            "delete",
            "insert",
            "commit"));
    assertThat(session.names()).isEqualTo(expected);
  }

  @Test
  void defaultHasFourteenReadsFourWritesTwoOthers() throws Exception {
    run(1, SysbenchGiven.scenario());

    List<String> names = session.names();
    assertThat(names).hasSize(20);
    assertThat(names.stream().filter(WRITES::contains)).hasSize(4);
    assertThat(names.stream().filter(Set.of("begin", "commit")::contains)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "read_only | begin 10*point_select simple_range sum_range order_range distinct_range commit",
        "write_only | begin index_update non_index_update delete insert commit",
        "point_select | point_select",
        "update_index | index_update",
        "update_non_index | non_index_update",
        "insert | insert",
        "delete | delete",
        "select_random_points | random_points",
        "select_random_ranges | random_ranges"
      })
  void everyMixSendsWhatItsScriptSends(String mix, String statements) throws Exception {
    run(1, SysbenchGiven.scenario("mix=" + mix));

    String tenPoints = String.join(" ", Collections.nCopies(10, "point_select"));
    assertThat(String.join(" ", session.names()))
        .isEqualTo(statements.replace("10*point_select", tenPoints));
  }

  @Test
  void countsAreTaken() throws Exception {
    run(
        1,
        SysbenchGiven.scenario(
            "point-selects=2",
            "simple-ranges=0",
            "sum-ranges=3",
            "order-ranges=0",
            "distinct-ranges=0",
            "index-updates=2",
            "non-index-updates=0",
            "delete-inserts=2"));

    assertThat(String.join(" ", session.names()))
        .isEqualTo(
            "begin point_select point_select sum_range sum_range sum_range index_update"
                + " index_update delete insert delete insert commit");
  }

  @Test
  void rangeSelectsOffLeavesOutAllFour() throws Exception {
    run(1, SysbenchGiven.scenario("mix=read_only", "range-selects=off", "point-selects=1"));

    assertThat(session.names()).containsExactly("begin", "point_select", "commit");
  }

  @Test
  void withoutTransactionsNothingIsBegun() throws Exception {
    run(3, SysbenchGiven.scenario("transactions=off"));

    assertThat(session.names()).doesNotContain("begin", "commit").hasSize(3 * 18);
  }

  @Test
  void idsLieWithinTheTableAndRangesHaveTheirSize() throws Exception {
    run(200, SysbenchGiven.scenario("rows=50", "range-size=7", "rand-type=uniform"));

    for (Call call : session.named("point_select")) {
      assertThat(call.number("id")).isBetween(1L, 50L);
    }
    assertThat(session.named("point_select").stream().map(call -> call.number("id")).distinct())
        .hasSize(50);
    for (Call call : session.named("order_range")) {
      assertThat(call.number("low")).isBetween(1L, 50L);
      assertThat(call.number("high")).isEqualTo(call.number("low") + 6);
    }
  }

  @Test
  void rangesEndAtTheGreatestInteger() throws Exception {
    run(50, SysbenchGiven.scenario("rows=" + Integer.MAX_VALUE, "range-size=" + Integer.MAX_VALUE));

    for (Call call : session.named("sum_range")) {
      assertThat(call.number("high")).isEqualTo(Integer.MAX_VALUE);
    }
  }

  @Test
  void insertPutsBackTheIdThatWasDeleted() throws Exception {
    run(100, SysbenchGiven.scenario("mix=write_only"));

    List<Call> deletes = session.named("delete");
    List<Call> inserts = session.named("insert");
    assertThat(deletes).hasSameSizeAs(inserts).hasSize(100);
    for (int i = 0; i < deletes.size(); i++) {
      assertThat(inserts.get(i).number("id")).isEqualTo(deletes.get(i).number("id"));
      assertThat(inserts.get(i).table()).isEqualTo(deletes.get(i).table());
      assertThat(inserts.get(i).number("k")).isBetween(1L, 100_000L);
      assertThat(inserts.get(i).text("c")).matches("([0-9]{11}-){9}[0-9]{11}").hasSize(119);
      assertThat(inserts.get(i).text("pad")).matches("([0-9]{11}-){4}[0-9]{11}").hasSize(59);
    }
  }

  @Test
  void updatesWriteNewText() throws Exception {
    run(100, SysbenchGiven.scenario("mix=update_non_index"));

    assertThat(session.calls.stream().map(call -> call.text("c")).distinct()).hasSize(100);
    assertThat(session.calls.get(0).text("c")).matches("([0-9]{11}-){9}[0-9]{11}");
  }

  @Test
  void eachFamilyChoosesItsTable() throws Exception {
    run(1, SysbenchGiven.scenario("tables=1000"));

    assertThat(session.named("point_select").stream().map(Call::table).distinct()).hasSize(1);
    Set<String> tables = new HashSet<>();
    session.calls.forEach(call -> tables.add(call.table()));
    tables.remove("");
    // Eight families draw from a thousand tables.
    assertThat(tables).hasSize(8);
  }

  @Test
  void orTheTransactionChoosesOne() throws Exception {
    Scenario scenario = SysbenchGiven.scenario("tables=1000", "table-per=transaction");
    run(1, scenario);
    Set<String> first = new HashSet<>();
    session.calls.forEach(call -> first.add(call.table()));
    assertThat(first).hasSize(2).contains("");

    session.calls.clear();
    run(200, scenario);
    assertThat(session.named("delete").stream().map(Call::table).distinct().count())
        .isGreaterThan(150);
  }

  @Test
  void tablesAreChosenEvenlyWhateverTheLawOfIds() throws Exception {
    run(4_000, SysbenchGiven.scenario("tables=4", "mix=point_select", "rand-type=pareto"));

    for (int table = 1; table <= 4; table++) {
      String name = "sbtest" + table;
      // 1000 expected, standard deviation 27.
      assertThat(session.calls.stream().filter(call -> call.table().equals(name)).count())
          .isBetween(860L, 1140L);
    }
  }

  @Test
  void everyStatementIsPreparedForEveryTableBeforeTheFirstTransaction() throws Exception {
    Scenario scenario = SysbenchGiven.scenario("tables=3");
    scenario.roles().get(0).clients().client(session, Slice.of(0, 1, 1));

    assertThat(session.calls).isEmpty();
    assertThat(session.prepared).hasSize(3 * 9);
    assertThat(session.prepared.stream().map(RecordingSession::table).distinct()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(SysbenchMix.class)
  void opsAreTheStatementsThatClientsSend(SysbenchMix mix) throws Exception {
    Scenario scenario = SysbenchGiven.scenario("mix=" + Setting.word(mix), "tables=1");
    run(1, scenario);

    List<String> sent =
        session.names().stream()
            .filter(name -> !name.equals("begin") && !name.equals("commit"))
            .distinct()
            .toList();
    assertThat(scenario.roles().get(0).ops().stream().map(op -> op.name()))
        .containsExactlyElementsOf(sent);
    assertThat(session.prepared).containsExactlyElementsOf(scenario.roles().get(0).ops());
  }

  @ParameterizedTest
  @EnumSource(SysbenchMix.class)
  void oneSeedGivesOneStreamAndEveryClientItsOwn(SysbenchMix mix) throws Exception {
    Scenario scenario = SysbenchGiven.scenario("mix=" + Setting.word(mix));

    List<Call> once = stream(scenario, Slice.of(1, 3, 7));
    assertThat(stream(scenario, Slice.of(1, 3, 7))).isEqualTo(once);
    assertThat(stream(scenario, Slice.of(2, 3, 7))).isNotEqualTo(once);
    assertThat(stream(scenario, Slice.of(1, 3, 8))).isNotEqualTo(once);
  }

  private static List<Call> stream(Scenario scenario, Slice slice) throws Exception {
    RecordingSession session = new RecordingSession();
    Client client = scenario.roles().get(0).clients().client(session, slice);
    for (int i = 0; i < 20; i++) {
      client.transaction();
    }
    return session.calls;
  }

  @ParameterizedTest
  @EnumSource(SysbenchMix.class)
  void repetitionDrawsTheSame(SysbenchMix mix) throws Exception {
    Slice slice = Slice.of(0, 1, 3);
    Client client =
        SysbenchGiven.scenario("mix=" + Setting.word(mix))
            .roles()
            .get(0)
            .clients()
            .client(session, slice);
    client.transaction();
    slice.rng().mark();
    session.calls.clear();
    client.transaction();
    List<Call> first = List.copyOf(session.calls);

    slice.rng().rewind();
    session.calls.clear();
    client.transaction();

    assertThat(session.calls).isEqualTo(first);
  }

  @Test
  void databaseNumbersTheRowsOfTheInsertMix() throws Exception {
    run(1, SysbenchGiven.scenario("mix=insert"));

    assertThat(session.calls.get(0).rows().get(0).slots().keySet())
        .containsExactly("k", "c", "pad");
  }

  @Test
  void orElseClientsNumberThemWithoutRepeatingAnId() throws Exception {
    Scenario scenario =
        SysbenchGiven.scenario(EnumSet.of(Capability.SUM), "mix=insert", "tables=1", "rows=10");
    Slice slice = Slice.of(0, 2, 1);
    Client one = scenario.roles().get(0).clients().client(session, slice);
    Client other = scenario.roles().get(0).clients().client(session, Slice.of(1, 2, 1));
    assertThat(session.names()).containsExactly("last_id", "last_id");
    assertThat(scenario.roles().get(0).ops())
        .extracting(Op::name)
        .containsExactly("last_id", "insert");
    session.calls.clear();

    one.transaction();
    other.transaction();
    slice.rng().rewind();
    one.transaction();

    assertThat(session.calls.stream().map(call -> call.number("id"))).containsExactly(1L, 2L, 3L);
    // The repetition is the same row under another id.
    Call first = session.calls.get(0);
    Call again = session.calls.get(2);
    assertThat(again.number("k")).isEqualTo(first.number("k"));
    assertThat(again.text("c")).isEqualTo(first.text("c"));
    assertThat(again.text("pad")).isEqualTo(first.text("pad"));
  }

  @Test
  void randomPointsKeepToTheClientsShare() throws Exception {
    Scenario scenario =
        SysbenchGiven.scenario("mix=select_random_points", "rows=100", "rand-type=uniform");
    scenarioOnShare(scenario);

    Set<Long> drawn = new HashSet<>();
    for (Call call : session.calls) {
      assertThat(call.rows().get(0).slots()).hasSize(10);
      call.rows().get(0).slots().values().forEach(k -> drawn.add((Long) k));
      assertThat(call.table()).isEqualTo("sbtest1");
    }
    // The second of four: 25 to 50, both included, as select_random_points.lua has it.
    assertThat(Collections.min(drawn)).isEqualTo(25);
    assertThat(Collections.max(drawn)).isEqualTo(50);
  }

  @Test
  void randomRangesKeepToTheClientsShareAndHaveTheirLength() throws Exception {
    scenarioOnShare(
        SysbenchGiven.scenario(
            "mix=select_random_ranges",
            "rows=100",
            "rand-type=uniform",
            "number-of-ranges=3",
            "delta=4"));

    for (Call call : session.calls) {
      assertThat(call.rows().get(0).slots()).hasSize(6);
      for (int i = 1; i <= 3; i++) {
        assertThat(call.number("low" + i)).isBetween(25L, 50L);
        assertThat(call.number("high" + i)).isEqualTo(call.number("low" + i) + 4);
      }
    }
  }

  private void scenarioOnShare(Scenario scenario) throws Exception {
    Client client = scenario.roles().get(0).clients().client(session, Slice.of(1, 4, 5));
    for (int i = 0; i < 200; i++) {
      client.transaction();
    }
  }
}
