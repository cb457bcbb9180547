package io.stallmark.sysbench.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.TextPattern;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.sysbench.verify.StoredRows.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SysbenchVerificationTest {

  private static final int N = 1_000;
  private static final TextPattern C = new TextPattern("###-###");
  private static final TextPattern PAD = new TextPattern("##-#");

  private final StoredRows stored = new StoredRows();

  @BeforeEach
  void load() {
    for (int id = 1; id <= N; id++) {
      // Many rows to some k, and k below, above and far above the ids.
      stored.put(id, id % 7 == 0 ? 500 : id % 5 == 0 ? id + N : id % 11 - 5, C, PAD);
    }
  }

  private static Table table(boolean indexed) {
    return new Table(
        "sbtest1",
        List.of(
            new Column("id", Type.INT32, Fill.AUTO_INCREMENT),
            new Column("k", Type.INT32, Fill.ZERO),
            new Column("c", new Type.Text(120), Fill.ZERO),
            new Column("pad", new Type.Text(60), Fill.ZERO)),
        List.of("id"),
        indexed ? List.of(new Index("k_1", List.of("k"), false)) : List.of(),
        Map.of());
  }

  private SysbenchVerification verify(int checkers, boolean rowsKept) throws Exception {
    SysbenchVerification verification =
        new SysbenchVerification(List.of(table(true)), N, rowsKept, C, PAD);
    run(verification, checkers);
    return verification;
  }

  private void run(SysbenchVerification verification, int checkers) throws Exception {
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
    return verify(1, true).findings();
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
    SysbenchVerification verification = verify(checkers, true);

    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven())
        .containsExactly(
            "Each table has the ids 1 to 1000 and no other.",
            "c and pad have sysbench's form in all 1000 rows.",
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
        .containsExactly("sbtest1: ids missing from 1 to 1000: 4, for instance id=1");
  }

  @Test
  void emptyTableMissesAll() throws Exception {
    stored.rows.clear();
    stored.entries.clear();

    assertThat(findings())
        .containsExactly("sbtest1: ids missing from 1 to 1000: 1000, for instance id=1");
  }

  @Test
  void idsOutsideAreFound() throws Exception {
    stored.put(0, 3, C, PAD);
    stored.put(-7, 3, C, PAD);
    stored.put(1001, 3, C, PAD);
    stored.put(Integer.MAX_VALUE, 3, C, PAD);

    assertThat(findings()).containsExactly("sbtest1: ids outside 1 to 1000: 4, for instance id=-7");
  }

  @Test
  void malformedTextsAreFound() throws Exception {
    replace(17, new Stored(17, 3, "123-45x", "12-3"));
    replace(18, new Stored(18, 3, "123-456", ""));
    replace(19, new Stored(19, 3, "123-4567", "12-3"));

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
                + " id=333 k=-2 is not in the index");
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
    stored.put(1001, 1, C, PAD);
    stored.put(1005, 1, C, PAD);
    SysbenchVerification verification = verify(2, false);

    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven().get(0))
        .isEqualTo(
            "The tables hold 1001 rows with ids from 1 to 1005; this mix adds or removes rows, so"
                + " which ids there are was not checked.");
  }

  @Test
  void afterDeletesTablesMayBeEmpty() throws Exception {
    stored.rows.clear();
    stored.entries.clear();

    assertThat(verify(1, false).findings()).isEmpty();
    assertThat(verify(1, false).proven()).contains("The tables are empty.");
  }

  @Test
  void checkThatWasNotFinishedProvesNothing() throws Exception {
    SysbenchVerification verification =
        new SysbenchVerification(List.of(table(true)), N, true, C, PAD);
    verification.checker(stored, Slice.of(0, 1, 0)).step();

    assertThat(verification.findings())
        .containsExactly("sbtest1 was not read to its end: its check has proven nothing");
  }

  @Test
  void withoutAnIndexThereIsNothingToCompare() throws Exception {
    stored.entries.clear();
    SysbenchVerification verification =
        new SysbenchVerification(List.of(table(false)), N, true, C, PAD);
    run(verification, 2);

    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven()).hasSize(2);
    assertThat(verification.rows()).isEqualTo(N);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 141, 142, 1_000, 10_000})
  void indexIsReadWholeWhateverThePageSize(int page) throws Exception {
    // The first piece of so large a table holds every k.
    AtomicReference<TableTally> found = new AtomicReference<>();
    IndexScan scan =
        new IndexScan(stored, table(true), TablePiece.of(0, 1L << 40), page, found::set);
    long read = 0;
    while (!scan.done()) {
      read += scan.page();
    }
    assertThat(read).isEqualTo(N);
    TableTally tally = found.get();
    stored.rows.values().forEach(row -> tally.index.addRow(row.id(), row.k()));

    assertThat(tally.index.differences()).isZero();
  }

  @Test
  void piecesCoverEveryIntegerOnce() {
    for (long rows : new long[] {1, 3, 16, 17, 1_000, Integer.MAX_VALUE}) {
      long next = Integer.MIN_VALUE;
      for (int part = 0; part < TablePiece.PER_SCAN; part++) {
        TablePiece piece = TablePiece.of(part, rows);
        assertThat(piece.low()).isEqualTo(next);
        assertThat(piece.high()).isGreaterThanOrEqualTo(piece.low() - 1);
        next = piece.high() + 1;
      }
      assertThat(next).isEqualTo(1L + Integer.MAX_VALUE);
    }
  }
}
