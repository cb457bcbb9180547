package io.stallmark.userdocs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stallmark.model.Column;
import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.testkit.SilentSession;
import io.stallmark.userdocs.DocumentStore.Stored;
import io.stallmark.verification.GivenSettings;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UserDocsTest {

  private static final Set<Capability> TABLES =
      EnumSet.of(Capability.TRANSACTIONS, Capability.AUTO_INCREMENT);

  private final DocumentStore store = new DocumentStore();

  private static Scenario scenario(String... changes) {
    return new UserDocsWorkload()
        .scenario(GivenSettings.of(new UserDocsWorkload(), changes), 1, TABLES);
  }

  private static Scenario small(String... more) {
    List<String> all = new java.util.ArrayList<>(List.of("owners=7", "documents=30", "batch=4"));
    all.addAll(List.of(more));
    return scenario(all.toArray(String[]::new));
  }

  private void load(Scenario scenario, int loaders, boolean resumes) throws DbException {
    for (int i = 0; i < loaders; i++) {
      Loader loader = scenario.load(0, 1).loader(store, Slice.of(i, loaders, 1), resumes);
      while (loader.step() > 0) {}
    }
  }

  private Client client(Scenario scenario, int index, int count) throws DbException {
    return scenario.roles().get(0).clients().client(store, Slice.of(index, count, 1));
  }

  private List<String> findings(Scenario scenario) throws DbException {
    Verification verification = scenario.verification();
    for (int i = 0; i < 2; i++) {
      Loader checker = verification.checker(store, Slice.of(i, 2, 1));
      while (checker.step() > 0) {}
    }
    return verification.findings();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 6, 7, 600})
  void everyRound_givesEachOwnerADocument_inAnotherOrder(int owners) {
    ArrivalOrder order = new ArrivalOrder(3, owners);
    Set<List<Long>> orders = new HashSet<>();
    for (long round = 0; round < 4; round++) {
      List<Long> all = new java.util.ArrayList<>();
      for (long i = 0; i < owners; i++) {
        all.add(order.owner(round * owners + i));
        assertThat(order.lid(round * owners + i)).isEqualTo(round + 1);
      }
      assertThat(new HashSet<>(all)).hasSize(owners).allMatch(o -> o >= 1 && o <= owners);
      orders.add(all);
    }
    assertThat(orders.size()).isGreaterThan(owners < 7 ? 0 : 2);
  }

  @Test
  void load_isTheSame_whateverTheNumberOfLoaders_andAfterAnInterruption() throws Exception {
    load(small(), 1, false);
    Set<String> expected = texts();
    assertThat(expected).hasSize(30);
    store.rows.clear();
    load(small(), 3, false);
    assertThat(texts()).isEqualTo(expected);
    store.rows.subList(5, 17).clear();
    load(small(), 2, true);
    assertThat(store.rows).hasSize(30);
    assertThat(texts()).isEqualTo(expected);
    assertThat(findings(small())).isEmpty();
  }

  private Set<String> texts() {
    return store.rows.stream()
        .map(row -> row.owner() + " " + row.lid() + " " + row.stamp() + " " + row.body().length)
        .collect(Collectors.toSet());
  }

  @Test
  void sync_insertsTheNextDocumentOfAnOwner_alsoWithSeveralClients() throws Exception {
    Scenario scenario = small();
    load(scenario, 1, false);
    Client first = client(scenario, 0, 2);
    Client second = client(scenario, 1, 2);
    for (int i = 0; i < 50; i++) {
      first.transaction();
      second.transaction();
    }
    assertThat(first.kind()).isEqualTo(SyncClient.SYNC);
    assertThat(store.rows).hasSize(130);
    assertThat(findings(scenario)).isEmpty();
    Client again = client(scenario, 0, 2); // after a lost connection
    again.transaction();
    assertThat(findings(scenario)).isEmpty();
  }

  @Test
  void scanEvery_isTheNumberOfInsertsForEachScan() throws Exception {
    Client client = client(scenario("scan-every=3", "owners=1", "documents=0"), 0, 1);
    StringBuilder kinds = new StringBuilder();
    for (int i = 0; i < 7; i++) {
      client.transaction();
      kinds.append(client.kind() == SyncClient.SYNC ? 's' : 'l');
    }
    assertThat(kinds).hasToString("llsllsl");
  }

  /** Removes document 2, adds it twice, or changes its version, its kind or its body. */
  @ParameterizedTest
  @CsvSource({
    "removed, 2, a gap: 1 documents are missing; false",
    "doubled, 2, surplus: 1 documents too many; false",
    "stamp, 2, 1 documents with another content; false",
    "stamp, 2, 1 documents with another content; true",
    "kind, 2, 1 documents with another content; false",
    "shorter, 2, 1 documents with another content; false"
  })
  void documentThatDiffers_failsTheSync_andTheVerification(String how, long lid, String more)
      throws Exception {
    String finding = more.substring(0, more.indexOf(';'));
    boolean stamps = more.endsWith("true");
    Scenario scenario =
        scenario("owners=1", "documents=5", "projection=" + (stamps ? "stamps" : "documents"));
    load(scenario, 1, false);
    Client client = client(scenario, 0, 1);
    Stored second = store.rows.get(1);
    if (!how.equals("doubled")) {
      store.rows.remove(1);
    }
    if (!how.equals("removed")) {
      store.rows.add(
          new Stored(
              1,
              2,
              second.stamp() + (how.equals("stamp") ? 1 : 0),
              second.kind() + (how.equals("kind") ? 1 : 0),
              how.equals("shorter") ? new byte[3] : second.body()));
    }
    assertThatThrownBy(client::transaction)
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.kind()).isEqualTo(DbException.Kind.FATAL))
        .hasMessage(
            "Owner 1 has documents up to lid 5; the first that is missing, surplus or wrong has lid "
                + lid);
    assertThat(findings(scenario)).anyMatch(line -> line.contains(finding));
  }

  @Test
  void lastDocumentThatIsMissing_failsTheSync() throws Exception {
    Scenario scenario = scenario("owners=1", "documents=5");
    load(scenario, 1, false);
    Client client = client(scenario, 0, 1);
    store.rows.remove(4);
    assertThatThrownBy(client::transaction).hasMessageEndingWith("has lid 5");
  }

  @Test
  void bodies_haveTheirSize_andAreCompressible() {
    DocumentContent content = new DocumentContent(1, 0.6);
    long sizes = 0;
    long compressed = 0;
    io.stallmark.spi.Args args =
        io.stallmark.spi.Args.of(
            new UserDocuments(
                    DocumentLayout.CLUSTERED.table(FieldNames.LONG, TABLES), FieldNames.LONG)
                .insert("i", 1));
    byte[] out = new byte[2000];
    for (int lid = 1; lid <= 500; lid++) {
      content.turnTo(9, lid, 0);
      content.body(args, 4);
      int length = args.getLength(0, 4);
      assertThat(length).isBetween(1150, 1350).isEqualTo(content.length());
      Deflater deflater = new Deflater();
      deflater.setInput(args.getText(0, 4), 0, length);
      deflater.finish();
      sizes += length;
      compressed += deflater.deflate(out);
      deflater.end();
    }
    assertThat((double) compressed / sizes).isBetween(0.40, 0.44);
  }

  @Test
  void layouts_areRefused_whereTheDatabaseDoesNotHaveThem() {
    assertThatThrownBy(() -> scenario("layout=prefixed"))
        .hasMessageContaining("layout=prefixed needs a database of documents");
    assertThatThrownBy(() -> DocumentLayout.ARRIVAL.table(FieldNames.LONG, Set.of()))
        .hasMessageContaining("auto-increment keys");
    assertThatThrownBy(() -> scenario("names=short"))
        .hasMessageContaining("names=short needs a database of documents");
  }

  @Test
  void shortNames_areThoseOfAllFieldsAndIndexes() {
    Table table =
        DocumentLayout.COVERING.table(FieldNames.SHORT, EnumSet.of(Capability.OBJECT_IDS));
    assertThat(table.columns()).extracting(Column::name).containsExactly("o", "l", "s", "k", "b");
    assertThat(table.indexes().get(0).columns()).containsExactly("o", "l", "s", "k", "b");
    Table clustered =
        DocumentLayout.CLUSTERED.table(FieldNames.SHORT, EnumSet.of(Capability.OBJECT_IDS));
    assertThat(clustered.primaryKey()).containsExactly("o", "l");
  }

  @Test
  void moreClientsThanOwners_areRefused() {
    assertThatThrownBy(() -> client(scenario("owners=2"), 2, 3))
        .hasMessageContaining("more threads than owners");
  }

  @Test
  void insertAllocatesNothing() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Client client =
        small("scan-every=0")
            .roles()
            .get(0)
            .clients()
            .client(new SilentSession(), Slice.of(0, 1, 1));
    for (int i = 0; i < 5_000; i++) {
      client.transaction();
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 5_000; i++) {
      client.transaction();
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }
}
