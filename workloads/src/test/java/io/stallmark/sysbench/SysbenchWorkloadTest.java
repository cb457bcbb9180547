package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SysbenchWorkloadTest {

  private static final Set<Capability> SUMS_ONLY = EnumSet.of(Capability.SUM);

  @Test
  void serviceLoaderFindsIt() {
    assertThat(ServiceLoader.load(Workload.class)).extracting(Workload::name).contains("sysbench");
  }

  @Test
  void settingsHaveDifferentNamesAndDefaultsWithinTheirBounds() {
    List<Setting> settings = new SysbenchWorkload().settings();

    assertThat(settings).extracting(Setting::name).doesNotHaveDuplicates();
    for (Setting setting : settings) {
      if (setting.type() == Setting.Type.CHOICE) {
        assertThat(setting.choices()).contains(setting.defaultValue());
      } else {
        assertThat(Double.parseDouble(setting.defaultValue()))
            .isBetween(setting.min(), setting.max());
      }
    }
  }

  @Test
  void tablesAreThoseOfSysbenchsPrepare() {
    Table table = SysbenchGiven.scenario("tables=7").tables().get(6);

    assertThat(table.name()).isEqualTo("sbtest7");
    assertThat(table.columns()).extracting(Column::name).containsExactly("id", "k", "c", "pad");
    assertThat(table.column("id").fill()).isEqualTo(Column.Fill.AUTO_INCREMENT);
    assertThat(table.primaryKey()).containsExactly("id");
    assertThat(table.indexes()).hasSize(1);
    assertThat(table.indexes().get(0).name()).isEqualTo("k_7");
  }

  @Test
  void autoIncrementCanBeHadOffAndIsOffWhereThereIsNone() {
    assertThat(SysbenchGiven.scenario("auto-inc=off").tables().get(0).column("id").fill())
        .isEqualTo(Column.Fill.REQUIRED);
    assertThat(SysbenchGiven.scenario(SUMS_ONLY).tables().get(0).column("id").fill())
        .isEqualTo(Column.Fill.REQUIRED);
  }

  private static Map<String, Object> resolved(Set<Capability> able, String... changes) {
    return new SysbenchWorkload().resolved(SysbenchGiven.settings(changes), able).values();
  }

  @Test
  void settingsCameToWhatTheMixAndTheDatabaseMakeOfThem() {
    assertThat(resolved(SysbenchGiven.ALL))
        .containsEntry("transactions", "on")
        .containsEntry("auto-inc", "on")
        .containsEntry("point-selects", 10L)
        .containsEntry("tables", 4L);
    assertThat(resolved(SUMS_ONLY))
        .containsEntry("transactions", "off")
        .containsEntry("auto-inc", "off");
    assertThat(resolved(SysbenchGiven.ALL, "mix=point_select"))
        .containsEntry("transactions", "off")
        .containsEntry("point-selects", 1L)
        .containsEntry("index-updates", 1L); // of no use there
    assertThat(resolved(SysbenchGiven.ALL, "mix=read_only", "range-selects=off", "order-ranges=3"))
        .containsEntry("point-selects", 10L)
        .containsEntry("order-ranges", 0L);
    assertThat(resolved(SysbenchGiven.ALL, "mix=select_random_points")).containsEntry("tables", 1L);
  }

  @Test
  void indexIsCreatedAfterTheLoadOrBeforeOrNotAtAll() {
    assertThat(SysbenchGiven.scenario().indexesAfterLoad()).isTrue();
    assertThat(SysbenchGiven.scenario("index=before").indexesAfterLoad()).isFalse();
    assertThat(SysbenchGiven.scenario("index=none").tables().get(0).indexes()).isEmpty();
  }

  @Test
  void runNeedsAllRowsUnlessItOnlyInsertsOrDeletes() {
    assertThat(SysbenchGiven.scenario("rows=5").requiredRows()).isEqualTo(OptionalLong.of(5));
    assertThat(SysbenchGiven.scenario("mix=insert").requiredRows()).isEmpty();
    assertThat(SysbenchGiven.scenario("mix=delete").requiredRows()).isEmpty();
    Scenario inserting = SysbenchGiven.scenario("mix=insert", "rows=5");
    assertThat(inserting.rows(inserting.tables().get(0))).isEqualTo(5);
  }

  @Test
  void transactionsAreOnWhereTheDatabaseHasThem() {
    assertThat(SysbenchGiven.scenario().roles().get(0).transactional()).isTrue();
    assertThat(SysbenchGiven.scenario().warnings()).isEmpty();
    assertThat(SysbenchGiven.scenario("transactions=on").roles().get(0).transactional()).isTrue();
    assertThat(
            SysbenchGiven.scenario("mix=point_select", "transactions=on")
                .roles()
                .get(0)
                .transactional())
        .isFalse();
  }

  @Test
  void withoutTransactionsTheResultsSayWhatThatMeans() {
    Scenario scenario = SysbenchGiven.scenario(SUMS_ONLY);

    assertThat(scenario.roles().get(0).transactional()).isFalse();
    assertThat(scenario.warnings()).hasSize(1);
    assertThat(scenario.warnings().get(0))
        .contains("because this database has none on such tables")
        .contains("a delete and its insert are not atomic");
    assertThat(SysbenchGiven.scenario("transactions=off").warnings().get(0))
        .contains("as requested");
    assertThat(SysbenchGiven.scenario(SUMS_ONLY, "mix=read_only").warnings().get(0))
        .doesNotContain("atomic");
    assertThat(SysbenchGiven.scenario(SUMS_ONLY, "mix=point_select").warnings()).isEmpty();
  }

  @Test
  void transactionsThatTheDatabaseLacksAreRefused() {
    assertThatThrownBy(() -> SysbenchGiven.scenario(SUMS_ONLY, "transactions=on"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-p transactions=off");
  }

  @Test
  void sumsThatTheDatabaseGetsWrongAreRefusedByName() {
    Set<Capability> noSums = EnumSet.of(Capability.TRANSACTIONS);

    assertThatThrownBy(() -> SysbenchGiven.scenario(noSums))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sum_range")
        .hasMessageContaining("-p sum-ranges=0");
    assertThat(SysbenchGiven.scenario(noSums, "sum-ranges=0").roles().get(0).ops())
        .extracting(Op::name)
        .doesNotContain("sum_range");
    assertThat(SysbenchGiven.scenario(noSums, "range-selects=off").roles().get(0).ops())
        .isNotEmpty();
    assertThat(SysbenchGiven.scenario(noSums, "mix=write_only").roles().get(0).ops()).isNotEmpty();
  }

  @Test
  void transactionWithoutStatementsIsRefused() {
    assertThatThrownBy(() -> SysbenchGiven.scenario("mix=update_index", "index-updates=0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mix=update_index is empty");
  }

  @Test
  void randomPointsAndRangesKnowTheFirstTableOnly() {
    Scenario scenario = SysbenchGiven.scenario("mix=select_random_ranges", "tables=4");

    assertThat(scenario.tables()).hasSize(1);
    assertThat(scenario.warnings()).hasSize(1);
    assertThat(scenario.warnings().get(0)).contains("sbtest1 only");
    assertThat(SysbenchGiven.scenario("mix=select_random_points", "tables=1").warnings()).isEmpty();
  }
}
