package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.StopFlag;
import io.stallmark.plan.Share;
import io.stallmark.spi.DbException;
import io.stallmark.tables.ScenarioTables.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Loads whose rows are inserted by other machines. */
final class RemoteLoadTest extends TableLoadCase {

  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final List<Long> owners = new ArrayList<>();

  /** Loaders that report rows, and then fail if a test wants it. */
  private final class Elsewhere implements RemoteLoaders {
    private final long rows;
    private final DbException failure;
    private final boolean lost;

    Elsewhere(long rows, DbException failure, boolean lost) {
      this.rows = rows;
      this.failure = failure;
      this.lost = lost;
    }

    @Override
    public void run(boolean resumes, long owner, Progress progress, StopFlag stop)
        throws DbException {
      shelf.journal.add(resumes ? "rest elsewhere" : "fill elsewhere");
      owners.add(owner);
      progress.rows(rows, resumes ? 5 : 0);
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public String unstopped() {
      return "";
    }

    @Override
    public boolean lost() {
      return lost;
    }
  }

  private ScenarioTables elsewhere(long rows, DbException failure, boolean lost) {
    return tables().filledBy(new Elsewhere(rows, failure, lost));
  }

  @Test
  void tablesAndIndexes_areMadeHere_andTheRowsAreInsertedUnderTheLeaseOfThisProcess()
      throws Exception {
    plot.indexesAfterLoad = true;
    elsewhere(200, null, false).load();
    assertThat(String.join(",", shelf.journal))
        .isEqualTo(
            "create "
                + MARK
                + ",insert "
                + MARK
                + ",create a,create b,fill elsewhere,index a,index b,drop "
                + MARK);
    assertThat(owners).hasSize(1).doesNotContain(0L);
    assertThat(said.words()).endsWith("Indexing 1 table, 0 rows", "end after 200");
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void aLoadThatFailedElsewhere_isResumedElsewhere() throws Exception {
    DbException full = ScriptedTables.failure("agent east: full");
    assertThatThrownBy(() -> elsewhere(10, full, false).load())
        .hasMessage("agent east: full. " + GOES_ON);
    assertThat(tables().look()).isEqualTo(Found.PART);
    elsewhere(190, null, false).resume();
    assertThat(shelf.journal).contains("rest elsewhere");
    assertThat(said.words()).contains("5 found").noneMatch(word -> word.startsWith("Waiting"));
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void aLoadThatFailedElsewhereBeforeItsFirstRow_leavesNothing() throws Exception {
    DbException refused = ScriptedTables.failure("agent east: refused");
    assertThatThrownBy(() -> elsewhere(0, refused, false).load()).hasMessage("agent east: refused");
    assertThat(tables().look()).isEqualTo(Found.NOTHING);
  }

  @Test
  void aLostMachineMayStillInsert_soTheTablesStay_andTheLeaseExpires() throws Exception {
    DbException gone = ScriptedTables.failure("Agent east was lost during the load");
    assertThatThrownBy(() -> elsewhere(0, gone, true).load())
        .hasMessage("Agent east was lost during the load. " + GOES_ON);
    assertThat(shelf.owners).containsEntry(MARK, owners.get(0));
    assertThat(tables().look()).isEqualTo(Found.PART);
    elsewhere(200, null, false).resume();
    assertThat(said.words()).anyMatch(word -> word.startsWith("Waiting"));
  }

  /** Strikes a deed once, as a lost connection. */
  private void loseConnectionAt(String deed) {
    AtomicBoolean lost = new AtomicBoolean();
    shelf.fault =
        done -> {
          if (done.equals(deed) && lost.compareAndSet(false, true)) {
            throw new DbException(DbException.Kind.CONNECTION, "08S01", "Connection reset", null);
          }
        };
  }

  private ScenarioTables reconnecting(DbException failure) {
    return tables().reconnecting(LONG).filledBy(new Elsewhere(200, failure, false));
  }

  @Test
  void aConnectionOfThisProcessThatIsLost_whileItCreatesTables_endsNoLoad() throws Exception {
    loseConnectionAt("create b");
    reconnecting(null).load();
    assertThat(shelf.journal).containsOnlyOnce("rest elsewhere").doesNotContain("fill elsewhere");
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void aConnectionOfThisProcessThatIsLost_afterTheRows_doesNotInsertThemAgain() throws Exception {
    plot.indexesAfterLoad = true;
    loseConnectionAt("index a");
    reconnecting(null).load();
    assertThat(owners).hasSize(1);
    assertThat(shelf.journal.stream().filter("index a"::equals)).hasSize(2);
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void aConnectionThatIsLostElsewhere_isNotRepeatedHere() {
    DbException lost =
        new DbException(DbException.Kind.CONNECTION, "08S01", "agent east: Connection reset", null);
    assertThatThrownBy(reconnecting(lost)::load)
        .hasMessage("agent east: Connection reset. " + GOES_ON);
    assertThat(owners).hasSize(1);
  }

  @Test
  void aLoadThatIsNotResumable_hasNoLease() throws Exception {
    tables().withoutLoadMark().filledBy(new Elsewhere(200, null, false)).load();
    assertThat(owners).containsExactly(0L);
    assertThat(shelf.states).doesNotContainKey(MARK);
  }

  private FutureTask<Void> share(long owner, CountDownLatch awaited) {
    FutureTask<Void> share =
        new FutureTask<>(
            () -> {
              try {
                tables().loadShare(new Share(1, 2), false, owner);
              } finally {
                release(awaited);
              }
              return null;
            });
    new Thread(share, "share").start();
    return share;
  }

  /** Lets nobody wait for what will not happen any more. */
  private static void release(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      latch.countDown();
    }
  }

  @Test
  void aMachine_insertsWhileTheOwnerRenewsItsLease_andNoLonger() throws Exception {
    CountDownLatch written = new CountDownLatch(1000);
    threads = 2;
    plot.share =
        (session, slice) -> {
          assertThat(slice.index()).isEqualTo(1);
          return () -> {
            written.countDown();
            return ScriptedScenario.statements(session).step();
          };
        };
    shelf.journal.clear();
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Long> begun = new CompletableFuture<>();
    FutureTask<Void> owner =
        new FutureTask<>(
            () -> {
              tables(PATIENT)
                  .filledBy(
                      new RemoteLoaders() {
                        @Override
                        public void run(
                            boolean resumes, long owner, Progress progress, StopFlag stop)
                            throws InterruptedException {
                          begun.complete(owner);
                          written.await();
                          end.await();
                        }

                        @Override
                        public String unstopped() {
                          return "";
                        }

                        @Override
                        public boolean lost() {
                          return false;
                        }
                      })
                  .load();
              return null;
            }) {
          @Override
          protected void done() {
            begun.complete(0L); // it has ended without a machine
          }
        };
    new Thread(owner, "owner").start();
    FutureTask<Void> machine = share(begun.get(), written);
    written.await();
    shelf.takeOver(MARK);
    assertThatThrownBy(machine::get)
        .cause()
        .hasMessageStartingWith("Another program has taken over this load");
    end.countDown();
    assertThatThrownBy(owner::get).cause().hasMessageContaining("Another program has taken over");
  }

  @Test
  void aMachineWhoseOwnerGivesNoSign_insertsNothingMore_untilItIsStopped() throws Exception {
    killed(false);
    shelf.owners.put(MARK, 9L); // nobody renews this
    plot.share = (session, slice) -> ScriptedScenario.statements(session);
    threads = 2;
    CountDownLatch looks = new CountDownLatch(6); // more than two: it waits for a renewal
    int[] sent = new int[1];
    shelf.fault =
        deed -> {
          if (deed.equals("connect")) {
            sent[0] = looks.getCount() == 3 ? shelf.journal.size() : sent[0];
            looks.countDown();
          }
        };
    FutureTask<Void> machine = share(9, looks);
    looks.await();
    // The other thread may have been about to send a statement when this one began to wait.
    assertThat(shelf.journal).hasSizeBetween(sent[0], sent[0] + 1);
    stop.request();
    assertThatThrownBy(machine::get).cause().hasMessage("The load was stopped");
  }
}
