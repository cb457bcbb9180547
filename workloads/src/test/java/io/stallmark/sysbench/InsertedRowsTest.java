package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.RecordingSession;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InsertedRowsTest {

  private final StoredRows store = new StoredRows();
  private final Scenario scenario =
      SysbenchGiven.scenario("tables=1", "rows=10", "mix=insert", "auto-inc=off");

  private Map<String, Long> insert(int rows) throws Exception {
    scenario.begin(store);
    Client client = scenario.roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    for (int i = 0; i < rows; i++) {
      client.transaction();
    }
    return scenario.acknowledged();
  }

  private List<String> lost(Map<String, Long> acknowledged) throws Exception {
    return scenario.lost(store, acknowledged);
  }

  @Test
  void rowsThatAreThere_areNotLost() throws Exception {
    insert(3);
    Map<String, Long> acknowledged = insert(5);
    assertThat(acknowledged)
        .containsExactlyInAnyOrderEntriesOf(Map.of("sbtest1.before", 3L, "sbtest1.inserted", 5L));
    assertThat(lost(acknowledged)).isEmpty();
    insert(1); // those of a later run do no harm
    assertThat(lost(acknowledged)).isEmpty();
  }

  @Test
  void lastRowsOfARun_areMissed() throws Exception {
    insert(3);
    Map<String, Long> acknowledged = insert(5);
    store.rows.tailMap(7L).clear();
    assertThat(lost(acknowledged))
        .containsExactly(
            "2 or more acknowledged transactions are gone.",
            "Table sbtest1 has 3 rows with ids from 4 on; the run inserted 5.");
  }

  @Test
  void otherMixes_recordNothing() throws Exception {
    Scenario updates = SysbenchGiven.scenario("tables=1", "rows=10");
    updates
        .roles()
        .get(0)
        .clients()
        .client(new RecordingSession(), Slice.of(0, 1, 1))
        .transaction();
    assertThat(updates.acknowledged()).isEmpty();
  }
}
