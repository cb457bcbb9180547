package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.sysbench.StoredRows.Stored;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MissingRowsTest {

  private final StoredRows store = new StoredRows();

  private void load(int rows) {
    for (int id = 1; id <= rows; id++) {
      store.put(new Stored(id, 1, "c", "pad"));
    }
  }

  private List<String> missing(String... settings) throws Exception {
    return SysbenchGiven.scenario(settings).missing(store);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 1000})
  void fullTable_lacksNothing(int rows) throws Exception {
    load(rows);
    assertThat(missing("tables=1", "rows=" + rows)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"update_non_index", "select_random_points", "select_random_ranges"})
  void emptyTable_isNamed(String mix) throws Exception {
    assertThat(missing("tables=1", "rows=1000", "mix=" + mix))
        .containsExactly(
            "8 of 8 ids that were looked up after the run are missing: rows have vanished from"
                + " table sbtest1.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "delete"})
  void mixThatAddsOrRemovesRows_requiresNone(String mix) throws Exception {
    assertThat(missing("tables=1", "rows=1000", "mix=" + mix)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"on,1", "off,0"})
  void holesOfFailedInserts_areTolerated_withoutTransactions(String transactions, int sentences)
      throws Exception {
    load(1000);
    store.rows.remove(1000L);
    assertThat(missing("tables=1", "rows=1000", "transactions=" + transactions)).hasSize(sentences);
  }

  @Test
  void someOfManyTables_areLookedUp() throws Exception {
    assertThat(missing("tables=100", "rows=10")).hasSize(32);
  }
}
