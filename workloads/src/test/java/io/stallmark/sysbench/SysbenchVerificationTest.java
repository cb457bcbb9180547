package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.sysbench.StoredRows.Stored;
import io.stallmark.text.Text;
import io.stallmark.verification.RangeScans;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SysbenchVerificationTest {

  private static final int N = 1_000;
  private static final String C = "12345678901-".repeat(9) + "12345678901";
  private static final String PAD = "12345678901-".repeat(4) + "12345678901";

  private final StoredRows stored = new StoredRows();

  @BeforeEach
  void load() throws Exception {
    Loader loader =
        SysbenchGiven.scenario("tables=1", "rows=" + N)
            .load(0, 1)
            .loader(stored, Slice.of(0, 1, 1), false);
    while (loader.step() > 0) {}
  }

  private static Verification verification(String... settings) {
    List<String> given = new ArrayList<>(List.of("tables=1", "rows=" + N));
    given.addAll(List.of(settings));
    return SysbenchGiven.scenario(given.toArray(String[]::new)).verification();
  }

  private Verification verify(int checkers, String... settings) throws Exception {
    Verification verification = verification(settings);
    run(verification, checkers);
    return verification;
  }

  private void run(Verification verification, int checkers) throws Exception {
    List<Loader> loaders = new ArrayList<>();
    for (int i = 0; i < checkers; i++) {
      loaders.add(verification.checker(stored, Slice.of(i, checkers, 0)));
    }
    while (!loaders.isEmpty()) {
      for (Loader loader : List.copyOf(loaders)) {
        if (loader.step() == 0) {
          loaders.remove(loader);
        }
      }
    }
  }

  private List<String> findings() throws Exception {
    return verify(1).findings();
  }

  private void replace(long id, Stored row) {
    entries(id, row);
    stored.rows.put(id, row);
  }

  private void entries(long id, Stored row) {
    stored.entries.removeIf(entry -> entry.id() == id);
    stored.entries.add(row);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64})
  void rightTableIsProvenRightByAnyNumberOfCheckers(int checkers) throws Exception {
    Verification verification = verify(checkers);

    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven())
        .containsExactly(
            "Each table has the ids 1 to 1,000 and no other.",
            "c and pad have sysbench's form in all 1,000 rows.",
            "The index on k has the same ids and values of k as the tables.");
    assertThat(verification.rows()).isEqualTo(2 * N);
  }

  @Test
  void missingIdsAreCounted() throws Exception {
    for (long id : new long[] {1, 500, 501, 1000}) {
      stored.rows.remove(id);
      stored.entries.removeIf(entry -> entry.id() == id);
    }

    assertThat(findings())
        .containsExactly("sbtest1: ids missing from 1 to 1,000: 4, for instance id=1");
  }

  @Test
  void emptyTableMissesAll() throws Exception {
    stored.rows.clear();
    stored.entries.clear();

    assertThat(findings())
        .containsExactly("sbtest1: ids missing from 1 to 1,000: 1,000, for instance id=1");
  }

  @Test
  void idsOutsideAreFound() throws Exception {
    for (long id : new long[] {0, -7, 1001, Integer.MAX_VALUE}) {
      stored.put(new Stored(id, 3, C, PAD));
    }

    assertThat(findings())
        .containsExactly("sbtest1: ids outside 1 to 1,000: 4, for instance id=-7");
  }

  @Test
  void malformedTextsAreFound() throws Exception {
    replace(17, new Stored(17, 3, C.replace('5', 'x'), PAD));
    replace(18, new Stored(18, 3, C, ""));
    replace(19, new Stored(19, 3, C + "7", PAD));

    assertThat(findings())
        .containsExactly(
            "sbtest1: rows with a c that is not of sysbench's form: 2, for instance id=17",
            "sbtest1: rows with a pad that is not of sysbench's form: 1, for instance id=18");
  }

  @Test
  void rowThatTheIndexLacksIsNamed() throws Exception {
    stored.entries.removeIf(entry -> entry.id() == 333);

    assertThat(findings())
        .containsExactly(
            "sbtest1: the index k_1 and the table differ, rows at least: 1, for instance: row"
                + " id=333 k="
                + stored.row(333).k()
                + " is not in the index");
  }

  @Test
  void entryWithoutARowIsNamed() throws Exception {
    stored.entries.add(new Stored(2000, 44, "", ""));

    assertThat(findings())
        .containsExactly(
            "sbtest1: the index k_1 and the table differ, rows at least: 1, for instance: the"
                + " index has id=2000 k=44, the table has not");
  }

  @Test
  void entryWithAnOldKIsNamed() throws Exception {
    entries(334, new Stored(334, 77_777, "", ""));

    assertThat(findings())
        .containsExactly(
            "sbtest1: the index k_1 and the table differ, rows at least: 1, for instance: row"
                + " id=334 has another k in the index");
  }

  @Test
  void manyDifferencesAreStillFound() throws Exception {
    stored.entries.removeIf(entry -> entry.id() % 2 == 0);

    assertThat(findings()).hasSize(1);
    assertThat(findings().get(0)).contains("differ, rows at least: 500");
  }

  @Test
  void swappedValuesDoNotCancelOut() throws Exception {
    entries(21, new Stored(21, 8, "", ""));
    entries(22, new Stored(22, stored.row(21).k(), "", ""));

    assertThat(findings()).hasSize(1);
  }

  @Test
  void afterInsertsAndDeletesOnlyWhatCanBeKnownIsSaid() throws Exception {
    stored.rows.remove(5L);
    stored.entries.removeIf(entry -> entry.id() == 5);
    stored.put(new Stored(1001, 1, C, PAD));
    stored.put(new Stored(1005, 1, C, PAD));
    Verification verification = verify(2, "mix=insert");

    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven().get(0))
        .isEqualTo(
            "The tables hold 1,001 rows with ids from 1 to 1,005; this mix adds or removes rows, so"
                + " which ids there are was not checked.");
  }

  @Test
  void afterDeletesTablesMayBeEmpty_whichProvesNothing() throws Exception {
    stored.rows.clear();
    stored.entries.clear();

    assertThat(verify(1, "mix=delete").findings()).isEmpty();
    assertThat(verify(1, "mix=delete").proven()).isEmpty();
    assertThat(verify(1, "mix=delete").hint()).contains("The tables are empty.");
  }

  @Test
  void checkThatWasNotFinishedProvesNothing() throws Exception {
    Verification verification = verification();
    verification.checker(stored, Slice.of(0, 1, 0)).step();

    assertThat(verification.findings())
        .containsExactly("sbtest1 was not read to its end: its check is incomplete");
  }

  @Test
  void withoutAnIndexThereIsNothingToCompare() throws Exception {
    stored.entries.clear();
    Verification verification = verify(2, "index=none");

    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven()).hasSize(2);
    assertThat(verification.rows()).isEqualTo(N);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 141, 142, 1_000, 10_000})
  void indexIsReadWholeWhateverThePageSize(int page) throws Exception {
    // The first range of so large a table holds every k.
    SysbenchVerification verification =
        (SysbenchVerification) SysbenchGiven.scenario("tables=1", "rows=2147483647").verification();
    RangeScans.Scan scan = verification.indexScan(stored, 0, 0, page);
    TreeMap<Long, Long> ks = new TreeMap<>();
    long read = 0;
    while (!scan.pager().done()) {
      read += scan.pager().page(row -> ks.put(row.getLong(0), row.getLong(1)));
    }
    assertThat(read).isEqualTo(N);
    assertThat(ks).hasSize(N).allSatisfy((id, k) -> assertThat(stored.row(id).k()).isEqualTo(k));
  }

  @Test
  void impossibleValuesOfK_areFound() throws Exception {
    Stored row = stored.row(41);
    replace(40, new Stored(40, -5, stored.row(40).c(), stored.row(40).pad()));
    replace(41, new Stored(41, 5_000_000, row.c(), row.pad()));

    assertThat(findings())
        .containsExactly(
            "sbtest1: rows with a k below 1: 1, for instance id=40",
            Text.format(
                "sbtest1: a k beyond the table that updates do not explain: id=41, %,d above the loaded one",
                5_000_000 - row.k()));
  }

  @Test
  void rowThatIsNotStoredAsDeclared_isFound() throws Exception {
    stored.mismatches.put(9L, "A document of sbtest1 with id 9 has a field x.");

    assertThat(findings()).contains("A document of sbtest1 with id 9 has a field x.");
  }

  @Test
  void manyUpdates_mayCarryKBeyondTheTable() throws Exception {
    for (long id = 1; id <= N; id++) {
      Stored row = stored.row(id);
      replace(id, new Stored(id, row.k() + 40 + id % 5 * 900, row.c(), row.pad()));
    }

    assertThat(findings()).isEmpty();
  }

  @Test
  void otherPadNextToTheLoadedC_isFound() throws Exception {
    Stored row = stored.row(7);
    replace(7, new Stored(7, row.k(), row.c(), PAD));
    replace(8, new Stored(8, row.k(), C, PAD)); // as a delete and an insert leave it

    assertThat(findings())
        .containsExactly(
            "sbtest1: rows with the c of the load and another pad, which no statement leaves: 1,"
                + " for instance id=7");
  }

  @Test
  void rangesCoverEveryIntegerOnce() {
    for (long rows : new long[] {1, 3, 16, 17, 1_000, Integer.MAX_VALUE}) {
      assertThat(SysbenchVerification.low(0, rows)).isEqualTo(Integer.MIN_VALUE);
      for (int part = 0; part < SysbenchVerification.RANGES; part++) {
        assertThat(SysbenchVerification.low(part + 1, rows))
            .isGreaterThanOrEqualTo(SysbenchVerification.low(part, rows));
      }
      assertThat(SysbenchVerification.low(SysbenchVerification.RANGES, rows))
          .isEqualTo(1L + Integer.MAX_VALUE);
    }
  }
}
