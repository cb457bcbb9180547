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
    Table table = Given.scenario("tables=7").tables().get(6);

    assertThat(table.name()).isEqualTo("sbtest7");
    assertThat(table.columns()).extracting(Column::name).containsExactly("id", "k", "c", "pad");
    assertThat(table.column("id").fill()).isEqualTo(Column.Fill.AUTO_INCREMENT);
    assertThat(table.primaryKey()).containsExactly("id");
    assertThat(table.indexes()).hasSize(1);
    assertThat(table.indexes().get(0).name()).isEqualTo("k_7");
  }

  @Test
  void autoIncrementCanBeHadOffAndIsOffWhereThereIsNone() {
    assertThat(Given.scenario("auto-inc=off").tables().get(0).column("id").fill())
        .isEqualTo(Column.Fill.REQUIRED);
    assertThat(Given.scenario(SUMS_ONLY).tables().get(0).column("id").fill())
        .isEqualTo(Column.Fill.REQUIRED);
  }

  private static Map<String, Object> resolved(Set<Capability> able, String... changes) {
    return new SysbenchWorkload().resolved(Given.settings(changes), able).values();
  }

  @Test
  void settingsCameToWhatTheMixAndTheDatabaseMakeOfThem() {
    assertThat(resolved(Given.ALL))
        .containsEntry("transactions", "on")
        .containsEntry("auto-inc", "on")
        .containsEntry("point-selects", 10L)
        .containsEntry("tables", 4L);
    assertThat(resolved(SUMS_ONLY))
        .containsEntry("transactions", "off")
        .containsEntry("auto-inc", "off");
    assertThat(resolved(Given.ALL, "mix=point_select"))
        .containsEntry("transactions", "off")
        .containsEntry("point-selects", 1L)
        .containsEntry("index-updates", 1L); // of no use there
    assertThat(resolved(Given.ALL, "mix=read_only", "range-selects=off", "order-ranges=3"))
        .containsEntry("point-selects", 10L)
        .containsEntry("order-ranges", 0L);
    assertThat(resolved(Given.ALL, "mix=select_random_points")).containsEntry("tables", 1L);
  }

  @Test
  void indexIsCreatedAfterTheLoadOrBeforeOrNotAtAll() {
    assertThat(Given.scenario().indexesAfterLoad()).isTrue();
    assertThat(Given.scenario("index=before").indexesAfterLoad()).isFalse();
    assertThat(Given.scenario("index=none").tables().get(0).indexes()).isEmpty();
  }

  @Test
  void runNeedsAllRowsUnlessItOnlyInsertsOrDeletes() {
    assertThat(Given.scenario("rows=5").requiredRows()).isEqualTo(OptionalLong.of(5));
    assertThat(Given.scenario("mix=insert").requiredRows()).isEmpty();
    assertThat(Given.scenario("mix=delete").requiredRows()).isEmpty();
    Scenario inserting = Given.scenario("mix=insert", "rows=5");
    assertThat(inserting.rows(inserting.tables().get(0))).isEqualTo(5);
  }

  @Test
  void transactionsAreOnWhereTheDatabaseHasThem() {
    assertThat(Given.scenario().roles().get(0).transactional()).isTrue();
    assertThat(Given.scenario().warnings()).isEmpty();
    assertThat(Given.scenario("transactions=on").roles().get(0).transactional()).isTrue();
    assertThat(Given.scenario("mix=point_select", "transactions=on").roles().get(0).transactional())
        .isFalse();
  }

  @Test
  void withoutTransactionsTheResultsSayWhatThatMeans() {
    Scenario scenario = Given.scenario(SUMS_ONLY);

    assertThat(scenario.roles().get(0).transactional()).isFalse();
    assertThat(scenario.warnings()).hasSize(1);
    assertThat(scenario.warnings().get(0))
        .contains("because this database has none on such tables")
        .contains("a delete and its insert are not atomic");
    assertThat(Given.scenario("transactions=off").warnings().get(0)).contains("as asked for");
    assertThat(Given.scenario(SUMS_ONLY, "mix=read_only").warnings().get(0))
        .doesNotContain("atomic");
    assertThat(Given.scenario(SUMS_ONLY, "mix=point_select").warnings()).isEmpty();
  }

  @Test
  void transactionsThatTheDatabaseLacksAreRefused() {
    assertThatThrownBy(() -> Given.scenario(SUMS_ONLY, "transactions=on"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-p transactions=off");
  }

  @Test
  void sumsThatTheDatabaseGetsWrongAreRefusedByName() {
    Set<Capability> noSums = EnumSet.of(Capability.TRANSACTIONS);

    assertThatThrownBy(() -> Given.scenario(noSums))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sum_range")
        .hasMessageContaining("-p sum-ranges=0");
    assertThat(Given.scenario(noSums, "sum-ranges=0").roles().get(0).ops())
        .extracting(Op::name)
        .doesNotContain("sum_range");
    assertThat(Given.scenario(noSums, "range-selects=off").roles().get(0).ops()).isNotEmpty();
    assertThat(Given.scenario(noSums, "mix=write_only").roles().get(0).ops()).isNotEmpty();
  }

  @Test
  void transactionWithoutStatementsIsRefused() {
    assertThatThrownBy(() -> Given.scenario("mix=update_index", "index-updates=0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mix=update_index is empty");
  }

  @Test
  void randomPointsAndRangesKnowTheFirstTableOnly() {
    Scenario scenario = Given.scenario("mix=select_random_ranges", "tables=4");

    assertThat(scenario.tables()).hasSize(1);
    assertThat(scenario.warnings()).hasSize(1);
    assertThat(scenario.warnings().get(0)).contains("sbtest1 only");
    assertThat(Given.scenario("mix=select_random_points", "tables=1").warnings()).isEmpty();
  }
}
