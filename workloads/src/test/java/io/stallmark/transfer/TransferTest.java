package io.stallmark.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.spi.workload.Verification;
import io.stallmark.verification.GivenSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TransferTest {

  private static final int CLIENTS = 3;

  @TempDir private Path directory;
  private final ObjectStore store = new ObjectStore();
  private final List<DbException> failures = new ArrayList<>();

  private Scenario scenario(String... changes) {
    List<String> all =
        new ArrayList<>(List.of("documents=2500", "batch=100", "file=" + directory.resolve("f")));
    all.addAll(List.of(changes));
    return new TransferWorkload()
        .scenario(
            GivenSettings.of(new TransferWorkload(), all.toArray(String[]::new)),
            1,
            EnumSet.of(Capability.TRANSACTIONS));
  }

  /** Runs the clients to their end, as the engine does. Returns the kinds of their transactions. */
  private List<Integer> run(Scenario scenario) throws Exception {
    scenario.begin(store);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<Future<List<Integer>>> all = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Slice slice = Slice.of(i, CLIENTS, 1);
      FiniteClient client = (FiniteClient) scenario.roles().get(0).clients().client(store, slice);
      Callable<List<Integer>> loop = () -> loop(client);
      all.add(threads.submit(loop));
    }
    List<Integer> kinds = new ArrayList<>();
    for (Future<List<Integer>> each : all) {
      kinds.addAll(each.get());
    }
    threads.shutdown();
    return kinds;
  }

  private List<Integer> loop(FiniteClient client) {
    List<Integer> kinds = new ArrayList<>();
    while (client.hasNext(() -> false)) {
      try {
        client.transaction();
        kinds.add(client.kind());
      } catch (DbException e) {
        synchronized (failures) {
          failures.add(e);
        }
        if (e.kind() == DbException.Kind.RETRY) {
          repeat(client, kinds);
        }
      }
    }
    return kinds;
  }

  private void repeat(FiniteClient client, List<Integer> kinds) {
    try {
      client.transaction();
      kinds.add(client.kind());
    } catch (DbException e) {
      throw new AssertionError(e);
    }
  }

  private static Conclusion conclusion(Scenario scenario) {
    return scenario.conclusion(new Histogram(3));
  }

  private List<String> verified(Scenario scenario) throws Exception {
    Verification verification = scenario.verification();
    for (int i = 0; i < 2; i++) {
      Loader checker = verification.checker(store, Slice.of(i, 2, 1));
      while (checker.step() > 0) {}
    }
    return verification.findings();
  }

  @ParameterizedTest
  @CsvSource({
    "bson,none,arrival,small",
    "jsonl,zstd,random,small",
    "tsv,none,descending,small",
    "bson,zstd,random,large",
    "jsonl,none,arrival,large",
    "tsv,zstd,arrival,large"
  })
  void both_exportsWhatItImported(String format, String compress, String order, String profile)
      throws Exception {
    String[] settings = {
      "direction=both",
      "format=" + format,
      "compress=" + compress,
      "key-order=" + order,
      "profile=" + profile,
      "documents=" + (profile.equals("small") ? 2500 : 40)
    };
    Scenario scenario = scenario(settings);
    List<Integer> kinds = run(scenario);
    assertThat(failures).isEmpty();
    assertThat(kinds.lastIndexOf(0)).isGreaterThanOrEqualTo(0);
    assertThat(kinds).contains(1);
    assertThat(scenario.missing(store)).isEmpty();
    assertThat(conclusion(scenario).remarks()).anyMatch(each -> each.startsWith("Checksum: "));
    assertThat(verified(scenario)).isEmpty();
    scenario.end();
    store.rows.clear();
    Scenario other =
        scenario(
            Stream.concat(
                    Stream.of(settings).filter(each -> !each.contains("=both")),
                    Stream.of("key-order=arrival", "file=" + directory.resolve("f/export")))
                .toArray(String[]::new));
    run(other);
    assertThat(other.missing(store)).isEmpty();
    assertThat(verified(other)).isEmpty();
  }

  @Test
  void export_readsWhatALoadInserted_alsoAfterAnInterruption() throws Exception {
    Scenario scenario = scenario("direction=export", "format=tsv");
    Loader whole = scenario.load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    for (int i = 0; i < 5; i++) {
      assertThat(whole.step()).isEqualTo(100);
    }
    store.rows.remove(7L);
    Loader rest = scenario.load(0, 1).loader(store, Slice.of(0, 1, 1), true);
    while (rest.step() > 0) {}
    assertThat(verified(scenario)).isEmpty();
    run(scenario);
    assertThat(scenario.missing(store)).isEmpty();
    assertThat(Files.exists(directory.resolve("f/manifest.json"))).isTrue();
    assertThatThrownBy(() -> run(scenario("direction=export", "format=tsv")))
        .hasMessageContaining("has exported files already");
  }

  @Test
  void temporaryFiles_areDeleted() throws Exception {
    Scenario scenario = scenario("file=", "direction=both");
    TransferFiles files =
        TransferFiles.open(
            TransferOptions.resolve(
                GivenSettings.of(new TransferWorkload(), "documents=100", "direction=both"),
                1,
                EnumSet.noneOf(Capability.class)));
    assertThat(files.source().path()).exists();
    files.discard();
    assertThat(files.source().path()).doesNotExist();
    run(scenario);
    assertThat(scenario.missing(store)).isEmpty();
    scenario.end();
  }

  @Test
  void aBadLine_endsTheRun_withOneSentence() throws Exception {
    Scenario first = scenario("format=tsv");
    run(first);
    Path file = directory.resolve("f/0001.tsv");
    String content = Files.readString(file);
    int at = content.indexOf('\n', content.length() / 2) + 1;
    Files.writeString(file, content.substring(0, at) + "x" + content.substring(at + 1));
    store.rows.clear();
    Scenario scenario = scenario("format=tsv");
    run(scenario);
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0).getMessage()).matches("0001.tsv, line \\d+: field _id is no int64");
    assertThat(scenario.missing(store))
        .containsExactly("The run ended early: " + failures.get(0).getMessage() + ".");
  }

  @Test
  void aFileOfTheManifestThatIsMissing_isNamedBeforeTheRun() throws Exception {
    run(scenario());
    Files.delete(directory.resolve("f/0001.bson"));
    store.rows.clear();
    assertThatThrownBy(() -> run(scenario()))
        .isInstanceOf(DbException.class)
        .hasMessageContaining("0001.bson, which manifest.json names, does not exist");
  }

  @Test
  void aRetry_repeatsTheBatch_andAFailureIsCounted() throws Exception {
    store.failure = new DbException(DbException.Kind.RETRY, "1213", "deadlock", null);
    Scenario scenario = scenario();
    run(scenario);
    assertThat(failures).hasSize(1);
    assertThat(scenario.missing(store)).isEmpty();
    store.rows.clear();
    store.failure = new DbException(DbException.Kind.FATAL, "1", "refused", null);
    Scenario failed = scenario("direction=both");
    run(failed);
    assertThat(failed.missing(store))
        .first()
        .isEqualTo(
            "The inserts of 1 batches with 100 documents failed: some or all were not imported.");
  }

  @Test
  void aRangeWhoseExportFailed_isAFinding() throws Exception {
    Scenario scenario = scenario("direction=export");
    Loader whole = scenario.load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    while (whole.step() > 0) {}
    store.readFailure = new DbException(DbException.Kind.FATAL, "1", "refused", null);
    run(scenario);
    assertThat(failures).hasSize(1);
    assertThat(scenario.missing(store)).containsExactly("The exports of 1 ranges of keys failed.");
  }

  @Test
  void aRangeWhoseConnectionWasLost_isExportedAgain() throws Exception {
    Scenario scenario = scenario("direction=export");
    Loader whole = scenario.load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    while (whole.step() > 0) {}
    store.readFailure = new DbException(DbException.Kind.CONNECTION, "08S01", "lost", null);
    run(scenario);
    assertThat(failures).hasSize(1);
    assertThat(scenario.missing(store)).isEmpty();
    assertThat(conclusion(scenario).repeated()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "auto, , BULK",
    "auto, BULK, PLAIN",
    "insert, , PLAIN",
    "stream, , STREAM",
    "unordered, , UNORDERED"
  })
  void formOfTheInsert_isTheFirstThatTheDatabaseAccepts(String word, Form refused, Form form)
      throws Exception {
    if (refused != null) {
      store.refused.add(refused);
    }
    Scenario scenario = scenario("insert-form=" + word);
    run(scenario);
    assertThat(store.executed).containsExactly(form);
    assertThat(scenario.missing(store)).isEmpty();
    assertThat(conclusion(scenario).remarks().get(0))
        .endsWith(
            "Form of the insert: "
                + (form == Form.PLAIN ? "insert" : form.name().toLowerCase(Locale.ROOT))
                + ".");
  }

  @Test
  void aFormThatTheDatabaseRefuses_endsTheRunBeforeFilesAreGenerated() {
    store.refused.add(Form.STREAM);
    assertThatThrownBy(() -> run(scenario("insert-form=stream"))).hasMessage("No form of insert");
    assertThat(directory.resolve("f")).doesNotExist();
  }

  @Test
  void rowsThatAStreamSkips_areFound() throws Exception {
    Scenario scenario = scenario("insert-form=stream");
    scenario.begin(store);
    store.rows.put(7L, List.of());
    FiniteClient client =
        (FiniteClient) scenario.roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    loop(client);
    store.rows.remove(8L);
    assertThat(scenario.missing(store))
        .containsExactly("Table objects has 2,499 documents, and 2,500 were imported.");
  }

  @ParameterizedTest
  @CsvSource({"import, 2", "both, 3"})
  void indexesAfterTheImport_areCreatedOnce_beforeTheExport(String direction, int kinds)
      throws Exception {
    Scenario scenario = scenario("indexes=after", "direction=" + direction);
    assertThat(scenario.createsIndexes()).isTrue();
    assertThat(scenario.roles().get(0).transactionKinds())
        .hasSize(kinds)
        .startsWith("import_batch", "create_indexes");
    List<Integer> run = run(scenario);
    assertThat(run).containsOnlyOnce(1).contains(kinds - 1);
    assertThat(store.indexed).containsExactly(2500);
    assertThat(store.indexes).hasSize(4);
    assertThat(scenario.missing(store)).isEmpty();
    assertThat(conclusion(scenario).remarks())
        .anyMatch(each -> each.startsWith("Created the indexes in "));
  }

  @Test
  void indexesThatAreNotCreated_endTheRun_withOneSentence() throws Exception {
    store.indexFailure = new DbException(DbException.Kind.FATAL, "1", "disk full", null);
    Scenario scenario = scenario("indexes=after", "direction=both");
    List<Integer> kinds = run(scenario);
    assertThat(kinds).containsOnly(0);
    assertThat(scenario.missing(store))
        .containsExactly(
            "The run ended early: the indexes of table objects were not created: disk full.");
    assertThat(conclusion(scenario).remarks()).noneMatch(each -> each.startsWith("Checksum"));
  }

  @Test
  void result_hasTheFiguresOfEachPart_andAPointForEachSlot() throws Exception {
    Scenario scenario = scenario("direction=both", "batch=10", "indexes=after");
    run(scenario);
    TransferResult result = Objects.requireNonNull(conclusion(scenario).transfer());
    TransferResult.Figures figures = result.figures();
    assertThat(figures.documents()).isEqualTo(2500);
    assertThat(figures.checksum()).matches("[0-9a-f]{32}");
    assertThat(figures.insertForm()).isEqualTo("bulk");
    assertThat(figures.sourceBytes()).isEqualTo(figures.exportedBytes()).isPositive();
    assertThat(figures.importSeconds()).isPositive();
    assertThat(figures.indexSeconds()).isNotNegative();
    assertThat(figures.exportSeconds()).isPositive();
    assertThat(figures.slowdown()).isPositive();
    List<TransferResult.Point> points = result.points();
    assertThat(points).hasSizeBetween(TransferResult.SLOTS - 2, TransferResult.SLOTS);
    assertThat(points).isSortedAccordingTo(Comparator.comparingLong(TransferResult.Point::at));
    assertThat(points.get(0).at()).isGreaterThan(result.begun());
    assertThat(points.get(points.size() - 1))
        .extracting(TransferResult.Point::documents, TransferResult.Point::bytes)
        .containsExactly(2500L, figures.sourceBytes());
  }

  @Test
  void slowdown_isTheRateOfTheFirstTenthByThatOfTheLast() {
    List<TransferResult.Point> points = new ArrayList<>();
    long at = 100;
    for (int i = 1; i <= 10; i++) {
      at += i * 10;
      points.add(new TransferResult.Point(at, i * 5L, 0));
    }
    assertThat(TransferResult.slowdown(100, points)).isEqualTo(10);
    assertThat(TransferResult.slowdown(100, points.subList(0, 1))).isNull();
    assertThat(TransferResult.slowdown(100, List.of())).isNull();
  }

  @Test
  void loadForAnExport_createsTheIndexesItself() {
    Scenario scenario = scenario("indexes=after", "direction=export");
    assertThat(scenario.indexesAfterLoad()).isTrue();
    assertThat(scenario.createsIndexes()).isFalse();
  }

  @Test
  void anotherTable_isRefused_andWhatIsWrongIsFound() throws Exception {
    Scenario scenario = scenario();
    run(scenario);
    assertThatThrownBy(() -> run(scenario()))
        .hasMessageContaining("an import needs an empty table");
    assertThatThrownBy(() -> run(scenario("direction=export", "documents=2501")))
        .hasMessageContaining("Table objects has 2,500 documents, not 2,501");
    store.rows.remove(3L);
    Objects.requireNonNull(store.rows.get(9L)).set(1, -1L);
    store.rows.put(9999L, Objects.requireNonNull(store.rows.get(1L)));
    assertThat(verified(scenario))
        .anyMatch(each -> each.contains("1 documents are missing, the first with key 3"))
        .anyMatch(each -> each.contains("1 documents have another content, the first with key 9"))
        .anyMatch(each -> each.contains("2,500 documents, and 2,499 of them have the keys"));
    assertThat(scenario.missing(store)).isEmpty();
    store.rows.remove(9999L);
    assertThat(scenario.missing(store))
        .containsExactly("Table objects has 2,499 documents, and 2,500 were imported.");
  }

  @Test
  void aRunThatEndsEarly_saysSo_andFreesTheReaders() throws Exception {
    Scenario scenario = scenario();
    scenario.begin(store);
    FiniteClient client =
        (FiniteClient) scenario.roles().get(0).clients().client(store, Slice.of(0, 1, 1));
    assertThat(client.hasNext(() -> false)).isTrue();
    client.transaction();
    scenario.end();
    assertThat(client.hasNext(() -> false)).isFalse();
    assertThat(scenario.missing(store)).isEmpty();
    assertThat(conclusion(scenario).remarks().get(0)).startsWith("The run ended before");
  }
}
