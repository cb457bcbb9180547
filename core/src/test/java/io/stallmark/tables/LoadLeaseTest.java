package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.RunFailure;
import io.stallmark.spi.workload.Loader;
import io.stallmark.tables.ScenarioTables.Found;
import io.stallmark.tables.lease.LoadLease;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Loads that see each other by the lease of the tables. */
final class LoadLeaseTest extends TableLoadCase {

  @Test
  void theSecondOfTwoLoadsAtOnce_touchesNothing() throws Exception {
    ScenarioTables late = tables();
    assertThat(late.look()).isEqualTo(Found.NOTHING);
    killed(false);
    assertThatThrownBy(late::load)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("Another program is loading into this database now.");
    assertThat(shelf.journal).containsExactly("insert " + MARK);
    assertThat(tables().look()).isEqualTo(Found.PART);
  }

  @Test
  void aLoadThatIsStillAtWork_isNotGoneOnWith() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch rest = new CountDownLatch(1);
    plot.share =
        (session, slice) -> {
          begun.countDown();
          await(rest);
          return ScriptedScenario.steps(10);
        };
    FutureTask<Void> first = started(tables(PATIENT));
    begun.await();
    assertThat(tables().look()).isEqualTo(Found.PART);
    assertThatThrownBy(tables(PATIENT)::resume)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("Another program is loading into this database now.");
    rest.countDown();
    first.get();
    assertThat(shelf.journal).doesNotContain("rest").endsWith("drop " + MARK);
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void aLoadWhoseProgramGivesNoSign_isGoneOnWith() throws Exception {
    shelf.fault = ScriptedTables.on("renew");
    killed(false);
    shelf.fault = deed -> {};
    tables().resume();
    assertThat(said.words())
        .anyMatch(word -> word.startsWith("Waiting up to"))
        .endsWith("Indexing 1 table, 0 rows", "end after 100");
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void waitingForASign_canBeEnded() {
    shelf.fault = ScriptedTables.on("renew");
    killed(false);
    shelf.fault = deed -> {};
    stop.request();
    assertThatThrownBy(tables(PATIENT)::resume).hasMessage("Interrupted. " + GOES_ON);
  }

  @Test
  void aProgramThatWasOnlyHeldUp_findsThatAnotherHasTakenOver() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    plot.share =
        (session, slice) -> {
          begun.countDown();
          return ScriptedScenario.statements(session); // for as long as it may
        };
    shelf.fault = ScriptedTables.on("renew");
    FutureTask<Void> heldUp = started(tables(PATIENT));
    begun.await();
    shelf.takeOver(MARK);
    shelf.fault = deed -> {};
    assertThatThrownBy(heldUp::get)
        .cause()
        .hasMessageStartingWith("Another program has taken over this load");
    assertThat(shelf.owners).containsEntry(MARK, ScriptedTables.OTHER);
  }

  @Test
  void aProgramThatWasHeldUp_doesNotTakeTheMarkOfALaterLoadForItsOwn() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    plot.share =
        (session, slice) -> {
          begun.countDown();
          return ScriptedScenario.statements(session);
        };
    shelf.fault = ScriptedTables.on("renew");
    FutureTask<Void> heldUp = started(tables(PATIENT));
    begun.await();
    tables().drop();
    killed(false); // one that has begun as the former did
    shelf.fault = deed -> {};
    assertThatThrownBy(heldUp::get)
        .cause()
        .hasMessageStartingWith("Another program has taken over this load");
  }

  @Test
  void aRenewalWhoseAnswerWasLost_isNoOtherProgram() throws Exception {
    CountDownLatch renewed = new CountDownLatch(5);
    shelf.fault =
        deed -> {
          if (deed.equals("renew")) {
            shelf.renewals.merge(MARK, 1L, Long::sum); // it came in, and the answer did not
            renewed.countDown();
            throw ScriptedTables.failure("lost");
          }
        };
    plot.share =
        (session, slice) -> {
          await(renewed);
          shelf.fault = deed -> {};
          return ScriptedScenario.steps(10);
        };
    tables(PATIENT).load();
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void aProgramThatWasPausedWithItsTimer_renewsItsLeaseBeforeItContinues() {
    plot.share =
        (session, slice) -> {
          shelf.takeOver(MARK);
          return ScriptedScenario.statements(session);
        };
    LoadLease.Pace stopped = new LoadLease.Pace(Duration.ofHours(1), Duration.ofMillis(20));
    assertThatThrownBy(tables(stopped)::load)
        .hasMessageStartingWith("Another program has taken over this load");
  }

  @Test
  void aProgramThatWasHeldUpWithinAPiece_sendsNoStatementMoreOfIt() {
    plot.share =
        (session, slice) -> {
          Loader statements = ScriptedScenario.statements(session);
          return () -> {
            statements.step();
            shelf.takeOver(MARK);
            while (true) {
              statements.step();
            }
          };
        };
    LoadLease.Pace stopped = new LoadLease.Pace(Duration.ofHours(1), Duration.ofMillis(20));
    assertThatThrownBy(tables(stopped)::load)
        .hasMessageStartingWith("Another program has taken over this load");
  }

  @Test
  void aLoadThatCannotBeHeard_ends() {
    plot.share =
        (session, slice) -> {
          Loader statements = ScriptedScenario.statements(session);
          return () -> {
            long rows = statements.step();
            shelf.fault = ScriptedTables.on("renew"); // there are rows to go on with
            return rows;
          };
        };
    assertThatThrownBy(tables()::load).hasMessage("renew failed. " + GOES_ON);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FutureTask<Void> started(ScenarioTables tables) {
    FutureTask<Void> load =
        new FutureTask<>(
            () -> {
              tables.load();
              return null;
            });
    new Thread(load, "load").start();
    return load;
  }
}
