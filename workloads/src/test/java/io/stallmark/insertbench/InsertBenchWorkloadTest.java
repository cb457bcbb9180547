package io.stallmark.insertbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InsertBenchWorkloadTest {

  private static List<String> names(Scenario scenario) {
    return scenario.roles().stream().map(Role::name).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "l.i0,   0, inserters",
    "l.x,    3, inserters",
    "l.i1,   3, inserters deleters",
    "l.i2,   3, inserters deleters",
    "settle, 3, settle",
    "query,  3, inserters deleters queriers"
  })
  void step_hasItsIndexesAndRoles(String step, int indexes, String roles) {
    Scenario scenario = InsertBenchGiven.scenario("step=" + step, "clients=2");
    assertThat(scenario.tables()).extracting(Table::name).containsExactly("pi1", "pi2");
    assertThat(scenario.tables().get(0).indexes()).hasSize(indexes);
    assertThat(String.join(" ", names(scenario))).isEqualTo(roles);
    assertThat(InsertBenchGiven.sizes("step=" + step, "clients=2"))
        .extracting(Role.Size::name)
        .isEqualTo(names(scenario));
  }

  @Test
  void secondaryIndexes_areThoseOfIibench_inItsOrder() {
    List<Index> indexes = InsertBenchGiven.scenario("step=query").tables().get(0).indexes();
    assertThat(indexes)
        .extracting(index -> String.join(" ", index.columns()))
        .containsExactly(
            "productid customerid price",
            "cashregisterid customerid price",
            "price dateandtime customerid");
  }

  @ParameterizedTest
  @CsvSource({
    "100,  1,  50,   2",
    "1000, 4,  50,  80",
    "20,   1,  20,   1", // not more rows in a transaction than arrive in a second
  })
  void rate_isThatOfRows_ofAllClients(int rate, int clients, int batch, double perSecond) {
    String[] given = {"step=query", "rate=" + rate, "clients=" + clients};
    List<Role.Size> sizes = InsertBenchGiven.sizes(given);
    assertThat(sizes.get(0).rate()).isEqualTo(perSecond);
    assertThat(sizes.get(1).rate()).isEqualTo(perSecond);
    assertThat(sizes.get(2).rate()).isZero();
    Op insert = InsertBenchGiven.scenario(given).roles().get(0).ops().get(0);
    assertThat(((Op.Insert) insert).rows()).isEqualTo(batch);
  }

  @Test
  void insertsAndDeletes_haveAServiceLevel_besideQueriesOnly() {
    List<Role> paced = InsertBenchGiven.scenario("step=query").roles();
    assertThat(paced.get(0).level()).isEqualTo(new Role.ServiceLevel(50, "inserts"));
    assertThat(paced.get(1).level()).isEqualTo(new Role.ServiceLevel(50, "deletes"));
    assertThat(paced.get(2).level()).isNull();
    assertThat(InsertBenchGiven.scenario("step=l.i1").roles())
        .allSatisfy(role -> assertThat(role.level()).isNull());
  }

  @Test
  void databaseWithoutDeletesOfTheFirst_readsTheirIdsBefore() {
    Set<Capability> without = EnumSet.complementOf(EnumSet.of(Capability.DELETE_FIRST));
    Scenario scenario =
        InsertBenchGiven.WORKLOAD.scenario(InsertBenchGiven.settings("step=l.i1"), 1, without);
    assertThat(scenario.roles().get(1).ops())
        .extracting(Op::name)
        .containsExactly("oldest", "delete");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "step=l.x secondary=0 | l.x creates indexes",
        "step=query secondary=0 | query=range needs secondary indexes",
        "step=l.i0 long-transaction=5 | needs step=l.i1, l.i2 or query",
      })
  void settingsWithoutSense_areRefused(String given, String words) {
    assertThatThrownBy(() -> InsertBenchGiven.scenario(given.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "client"})
  void load_hasTheRowsOfStepOne_forEveryClient(String per) {
    Scenario scenario =
        InsertBenchGiven.scenario("step=l.i1", "clients=4", "rows-i0=1000", "tables-per=" + per);
    long sum = scenario.tables().stream().mapToLong(scenario::rows).sum();
    assertThat(sum).isEqualTo(4000);
  }

  @Test
  void severalMachines_areRefused_whereTheirClientsWouldShareATable() {
    InsertBenchGiven.scenario("clients=5").share(1, 2);
    assertThatThrownBy(() -> InsertBenchGiven.scenario("clients=4", "tables-per=one").share(1, 2))
        .hasMessage("tables-per=one runs on one machine only, because all clients share the table");
    assertThatThrownBy(() -> InsertBenchGiven.scenario("step=settle").share(0, 2))
        .hasMessage("step=settle runs on one machine only");
  }
}
