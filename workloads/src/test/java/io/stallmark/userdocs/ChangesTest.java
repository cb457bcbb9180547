package io.stallmark.userdocs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.userdocs.DocumentStore.Stored;
import io.stallmark.verification.GivenSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The setting {@code changes} of the workload userdocs. */
final class ChangesTest {

  private static final int OWNERS = 7;

  private final DocumentStore store = new DocumentStore();

  private static Scenario scenario(String... more) {
    List<String> all = new ArrayList<>(List.of("owners=" + OWNERS, "documents=200", "changes=0.1"));
    all.addAll(List.of(more));
    return new UserDocsWorkload()
        .scenario(
            GivenSettings.of(new UserDocsWorkload(), all.toArray(String[]::new)),
            1,
            EnumSet.of(Capability.TRANSACTIONS, Capability.AUTO_INCREMENT));
  }

  private void load(Scenario scenario) throws DbException {
    Loader loader = scenario.load(0, 1).loader(store, Slice.of(0, 1, 1), false);
    while (loader.step() > 0) {}
  }

  private Client client(Scenario scenario, int index, int count) throws DbException {
    return scenario.roles().get(0).clients().client(store, Slice.of(index, count, 1));
  }

  private static void run(Client client, int transactions) throws DbException {
    for (int i = 0; i < transactions; i++) {
      client.transaction();
    }
  }

  private Verification verify(Scenario scenario) throws DbException {
    Verification verification = scenario.verification();
    Loader checker = verification.checker(store, Slice.of(0, 1, 1));
    while (checker.step() > 0) {}
    return verification;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void syncs_makeTheChanges_andTheirResultIsVerified_alsoAfterARestart(int scanEvery)
      throws Exception {
    Scenario scenario = scenario("scan-every=" + scanEvery);
    load(scenario);
    Set<Stored> loaded = new HashSet<>(store.rows);
    run(client(scenario, 0, 1), 150);
    run(client(scenario, 0, 2), 100); // as a second run with more threads
    run(client(scenario, 1, 2), 100);
    assertThat(store.rows.size()).isLessThan(200 + 350);
    Set<Stored> now = new HashSet<>(store.rows);
    assertThat(loaded).anyMatch(row -> !now.contains(row) && isThere(row));
    Verification verification = verify(scenario);
    assertThat(verification.findings()).isEmpty();
    assertThat(verification.proven())
        .hasSize(2)
        .anyMatch(s -> s.contains("without those that syncs have deleted"));
  }

  private boolean isThere(Stored row) {
    return store.rows.stream().anyMatch(r -> r.owner() == row.owner() && r.lid() == row.lid());
  }

  @Test
  void crash_atAnyWrite_leavesWhatTheNextRunAndTheVerificationAccept() throws Exception {
    Scenario scenario = scenario("changes=0.3");
    load(scenario);
    int interrupted = 0;
    for (int writes = 0; writes < 150; writes++) {
      Client client = client(scenario, 0, 1);
      store.writesLeft = writes % 37;
      assertThatThrownBy(() -> run(client, 100)).hasMessage("the server has crashed");
      store.writesLeft = -1;
      Verification verification = verify(scenario);
      assertThat(verification.findings()).isEmpty();
      interrupted += verification.proven().size() > 2 ? 1 : 0;
    }
    assertThat(interrupted).isGreaterThan(50);
    Client client = client(scenario, 0, 1);
    store.writesLeft = 2;
    assertThatThrownBy(() -> run(client, 100)).hasMessage("the server has crashed");
    store.writesLeft = -1;
    run(client, 100); // the same client, as after a failed statement
    assertThat(verify(scenario).findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "removed, a gap: 1 documents are missing",
    "stamp, 1 documents with another content",
    "body, 1 documents with another content",
    "returned, surplus: 1 documents too many",
    "loaded, 1 documents with another content"
  })
  void documentChangedByHand_failsTheVerification_andTheSync(String how, String finding)
      throws Exception {
    Scenario scenario = scenario("owners=1");
    load(scenario);
    List<Stored> loaded = List.copyOf(store.rows);
    Client client = client(scenario, 0, 1);
    run(client, 5); // half of the documents have changed
    Set<Long> before = lids();
    List<Stored> unchanged = store.rows.stream().filter(loaded::contains).toList();
    List<Stored> updated =
        store.rows.stream().filter(r -> r.lid() <= 200 && !loaded.contains(r)).toList();
    Stored victim = (how.equals("loaded") ? updated : unchanged).get(5);
    switch (how) {
      case "removed" -> store.rows.remove(victim);
      case "stamp" -> replace(victim, victim.stamp() + 1, victim.body());
      case "body" -> replace(victim, victim.stamp(), new byte[3]);
      case "returned" ->
          store.rows.add(
              loaded.stream().filter(r -> !before.contains(r.lid())).findFirst().orElseThrow());
      default -> {
        Stored old = loaded.stream().filter(r -> r.lid() == victim.lid()).findFirst().orElseThrow();
        replace(victim, old.stamp(), old.body());
      }
    }
    assertThat(verify(scenario).findings()).anyMatch(line -> line.contains(finding));
    assertThatThrownBy(client::transaction).hasMessageContaining("missing, surplus or wrong");
  }

  private Set<Long> lids() {
    return store.rows.stream().map(Stored::lid).collect(Collectors.toSet());
  }

  private void replace(Stored row, long stamp, byte[] body) {
    int at = store.rows.indexOf(row);
    store.rows.set(at, new Stored(row.owner(), row.lid(), stamp, row.kind(), body));
  }

  @Test
  void eachSync_changesTheShareOfTheDocuments_andATenthOfTheChangesAreDeletes() {
    ChangeSchedule schedule = ChangeSchedule.of(5, 0.02, 1, 1000);
    long changes = 0;
    long deletes = 0;
    long seen = 0;
    for (long last = 1000; last < 3000; last++) {
      for (long lid = 1; lid < last; lid += 7) {
        long before = schedule.version(3, lid, last);
        long after = schedule.version(3, lid, last + 1);
        seen += before == ChangeSchedule.DELETED ? 0 : 1;
        changes += before == after ? 0 : 1;
        deletes += before != after && after == ChangeSchedule.DELETED ? 1 : 0;
        assertThat(after).isIn(before, before + 1, ChangeSchedule.DELETED);
      }
    }
    // A document's first change comes half an interval early, on average.
    assertThat((double) changes / seen).isBetween(0.02, 0.0211);
    assertThat((double) deletes / changes).isBetween(0.05, 0.12);
  }

  @Test
  void changesBegin_afterTheLoad_andNeverConcernTheLastDocument() {
    ChangeSchedule schedule = ChangeSchedule.of(5, 1, 1, 100);
    for (long lid = 1; lid <= 100; lid++) {
      assertThat(schedule.version(3, lid, 100)).isZero();
    }
    assertThat(schedule.version(3, 99, 101)).isNotZero();
    assertThat(schedule.version(3, 100, 101)).isZero();
    assertThat(schedule.version(3, 500, 500)).isZero();
  }

  @Test
  void documentsBeforeTheOldest_areDeleted() {
    ChangeSchedule schedule = ChangeSchedule.of(5, 0.5, 3, 10);
    long oldest = schedule.oldest(400);
    assertThat(oldest).isBetween(200L, 300L);
    for (long lid = 1; lid < oldest; lid++) {
      assertThat(schedule.version(4, lid, 400)).isEqualTo(ChangeSchedule.DELETED);
    }
    assertThat(schedule.oldest(20)).isEqualTo(1);
    assertThat(schedule.oldest(Long.MAX_VALUE / 2)).isGreaterThan(Long.MAX_VALUE / 2 - 1000);
  }

  @Test
  void changesWithoutScans_orTooFew_areRefused() {
    assertThatThrownBy(() -> scenario("scan-every=0")).hasMessageContaining("needs scans");
    assertThatThrownBy(() -> scenario("changes=1e-7")).hasMessageContaining("0.000001 to 1");
  }
}
