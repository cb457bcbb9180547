package io.stallmark.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SensorClientTest {

  private static final String[] SMALL = {"sensors=3", "batch=3"};
  private static final long FIRST = 1_000_000_000L;

  private final SensorStore store = new SensorStore();

  private List<Long> moments() {
    return store.rows.stream().map(r -> r.ts() - FIRST).distinct().sorted().toList();
  }

  private static void transactions(Client client, int count) throws DbException {
    for (int i = 0; i < count; i++) {
      client.transaction();
    }
  }

  @Test
  void clientsShareTheMoments_eachOnceAndInOrder() throws Exception {
    Scenario scenario = TimeseriesGiven.scenario(SMALL);
    Client one = scenario.roles().get(0).clients().client(store, Slice.of(0, 2, 1));
    Client two = scenario.roles().get(0).clients().client(store, Slice.of(1, 2, 1));
    for (int i = 0; i < 3; i++) {
      one.transaction();
      two.transaction();
    }
    assertThat(store.rows).extracting(r -> r.ts() - FIRST).isSorted().hasSize(18);
    assertThat(moments()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(store.rows.subList(0, 3)).extracting(r -> r.sensor()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void shapeSensor_hasOneSensorAndConsecutiveMoments() throws Exception {
    Client client =
        TimeseriesGiven.scenario("sensors=2", "batch=3", "batch-shape=sensor")
            .roles()
            .get(0)
            .clients()
            .client(store, Slice.of(0, 1, 1));
    transactions(client, 3);
    assertThat(store.rows)
        .extracting(r -> r.sensor() + ":" + (r.ts() - FIRST))
        .containsExactly("1:0", "1:1", "1:2", "2:0", "2:1", "2:2", "1:3", "1:4", "1:5");
  }

  @Test
  void retry_repeatsTheSameEvent() throws Exception {
    Client client =
        TimeseriesGiven.scenario(SMALL).roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    store.fault =
        (statement, execution) -> {
          if (execution == 1) {
            throw SensorStore.failure(Kind.RETRY);
          }
        };
    assertThatThrownBy(client::transaction).isInstanceOf(DbException.class);
    client.transaction();
    assertThat(store.executed).containsExactly("insert", "insert");
    assertThat(moments()).containsExactly(0L);
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"FATAL", "DUPLICATE_KEY"})
  void failedEvent_isCompletedRowByRow_beforeTheNext(Kind kind) throws Exception {
    Client client =
        TimeseriesGiven.scenario(SMALL).roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    client.transaction();
    store.rows.remove(2);
    List<SensorStore.Reading> partly = new ArrayList<>(store.rows);
    store.rows.clear();
    Client again =
        TimeseriesGiven.scenario(SMALL).roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    store.fault =
        (statement, execution) -> {
          if (execution == 2) {
            store.rows.addAll(partly); // a statement that is not atomic leaves some of its rows
            throw SensorStore.failure(kind);
          }
        };
    assertThatThrownBy(again::transaction).isInstanceOf(DbException.class);
    again.transaction();
    assertThat(store.rows).extracting(r -> r.sensor()).containsExactly(1L, 2L, 3L);
    assertThat(Collections.frequency(store.executed, "find_row")).isEqualTo(3);
    assertThat(Collections.frequency(store.executed, "insert_row")).isEqualTo(1);
    again.transaction();
    assertThat(moments()).containsExactly(0L, 1L);
  }

  @Test
  void newConnection_completesWhatTheLostOneHadInHand() throws Exception {
    Scenario scenario = TimeseriesGiven.scenario(SMALL);
    Client lost = scenario.roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    store.fault =
        (statement, execution) -> {
          if (execution == 1) {
            throw SensorStore.failure(Kind.CONNECTION);
          }
        };
    assertThatThrownBy(lost::transaction).isInstanceOf(DbException.class);
    Client fresh = scenario.roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    transactions(fresh, 2);
    assertThat(moments()).containsExactly(0L, 1L);
    assertThat(store.rows).hasSize(6);
  }

  @Test
  void readShare_mixesReadsOfEveryKindIn() throws Exception {
    Client client =
        TimeseriesGiven.scenario("sensors=3", "batch=3", "read-share=0.5", "downsample-reads=3")
            .roles()
            .get(0)
            .clients()
            .client(store, Slice.of(0, 1, 1));
    transactions(client, 6000);
    // Half inserts; of the reads half down-sample. Standard deviations 39, 34, 21.
    assertThat(Collections.frequency(store.executed, "insert")).isBetween(2800, 3200);
    assertThat(Collections.frequency(store.executed, "downsample")).isBetween(1330, 1670);
    for (String kind : List.of("latest", "range", "tick")) {
      assertThat(Collections.frequency(store.executed, kind)).as(kind).isBetween(395, 605);
    }
  }

  @Test
  void readShareOne_onlyReads() throws Exception {
    Scenario scenario = TimeseriesGiven.scenario("read-share=1", "tick-reads=0");
    transactions(scenario.roles().get(0).clients().client(store, Slice.of(0, 1, 1)), 100);
    assertThat(store.executed).containsOnly("latest", "range", "downsample");
    assertThat(scenario.roles().get(0).ops())
        .extracting(op -> op.name())
        .doesNotContain("insert", "tick");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void preload_isTheSameWhateverTheLoaders(int loaders) throws Exception {
    Scenario scenario = TimeseriesGiven.scenario("sensors=3", "batch=3", "preload=5");
    long loaded = 0;
    for (int i = 0; i < loaders; i++) {
      var loader = scenario.load(0, 1).loader(store, Slice.of(i, loaders, i), false);
      for (long rows = loader.step(); rows > 0; rows = loader.step()) {
        loaded += rows;
      }
    }
    assertThat(loaded).isEqualTo(scenario.rows(scenario.tables().get(0))).isEqualTo(15);
    assertThat(moments()).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(store.rows).hasSize(15);
  }

  @Test
  void whenNoMomentIsLeft_theRunEndsWithASentence() throws Exception {
    EventSequence events = new EventSequence(1);
    events.hand(0).take();
    assertThatThrownBy(() -> events.hand(1).take()).hasMessageContaining("After 1 events");
  }
}
