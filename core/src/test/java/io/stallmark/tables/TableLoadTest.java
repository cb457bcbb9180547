package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.plan.RunPlan;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.workload.Loader;
import io.stallmark.tables.ScenarioTables.Found;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that stay when they end early, and go on. */
final class TableLoadTest {

  private static final String MARK = "stallmark_loading";
  private static final String GOES_ON =
      "What is loaded stays; the same command again goes on with the rest.";

  private static final LoadLease.Pace PACE =
      new LoadLease.Pace(Duration.ofMillis(5), Duration.ofMillis(500));

  /** So that no load finds by itself that it has not been heard. */
  private static final LoadLease.Pace PATIENT =
      new LoadLease.Pace(Duration.ofMillis(5), Duration.ofHours(1));

  private final ScriptedTables shelf = new ScriptedTables();
  private final ScriptedScenario plot =
      new ScriptedScenario(List.of(ScriptedTables.table("a", "i", "j"), ScriptedTables.table("b")));
  private final RecordedProgress said = new RecordedProgress();
  private final StopFlag stop = new StopFlag();

  @BeforeEach
  void begin() {
    plot.goesOn("rows=100", (session, slice) -> fills("rest"));
    plot.share = (session, slice) -> fills("fill");
  }

  private Loader fills(String word) {
    shelf.journal.add(word);
    return ScriptedScenario.steps(10);
  }

  /** As a program that has just started sees them. */
  private ScenarioTables tables() {
    return tables(PACE);
  }

  private ScenarioTables tables(LoadLease.Pace pace) {
    return new ScenarioTables(
        shelf,
        plot.resolved(),
        1,
        7,
        new AnswerWatch(shelf, stop, said, RunPlan.DEFAULT_PATIENCE),
        pace);
  }

  /** A load that is killed while it fills, or with an index made. */
  private void killed(boolean indexing) {
    plot.indexesAfterLoad = true;
    plot.share =
        (session, slice) -> {
          throw new IllegalStateException("killed");
        };
    assertThatThrownBy(tables()::load).hasMessageContaining("killed");
    if (indexing) {
      shelf.indexes.put("a", 1);
    }
    shelf.journal.clear();
  }

  @ParameterizedTest
  @CsvSource({"false, 'index a,index b,fill'", "true, 'fill,index a,index b'"})
  void aLoad_isMarkedBeforeItsFirstTableAndUntilAllIsDone(boolean after, String middle)
      throws Exception {
    plot.indexesAfterLoad = after;
    tables().load();
    assertThat(String.join(",", shelf.journal))
        .isEqualTo(
            "create "
                + MARK
                + ",insert "
                + MARK
                + ",create a,create b,"
                + middle
                + ",drop "
                + MARK);
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  private void failAt(String where) {
    shelf.fault =
        deed -> {
          if (deed.equals(where) && !shelf.journal.isEmpty() && shelf.states.containsKey("a")) {
            throw ScriptedTables.failure(where + " failed");
          }
        };
  }

  @ParameterizedTest
  @ValueSource(strings = {"create b", "connect"})
  void aLoadThatFailsBeforeItsFirstRow_leavesNothing(String where) throws Exception {
    failAt(where);
    assertThatThrownBy(tables()::load)
        .isInstanceOf(DbException.class)
        .hasMessage(where + " failed");
    assertThat(shelf.states).doesNotContainKeys("a", "b", MARK);
    shelf.fault = deed -> {};
    assertThat(tables().look()).isEqualTo(Found.NOTHING);
  }

  @Test
  void aLoadThatFails_stays_andSaysHowToGoOn() throws Exception {
    String where = "drop " + MARK;
    failAt(where);
    assertThatThrownBy(tables()::load)
        .isInstanceOf(DbException.class)
        .hasMessage(where + " failed. " + GOES_ON);
    shelf.fault = deed -> {};
    assertThat(shelf.states).containsKeys("a", MARK);
    assertThat(tables().look()).isEqualTo(Found.PART);
  }

  @Test
  void aLoadThatTheUserEnds_stays_andSaysHowToGoOn() throws Exception {
    plot.share =
        (session, slice) -> {
          stop.request();
          return ScriptedScenario.steps(Integer.MAX_VALUE);
        };
    assertThatThrownBy(tables()::load)
        .isInstanceOf(InterruptedException.class)
        .hasMessage("Interrupted. " + GOES_ON);
    assertThat(tables().look()).isEqualTo(Found.PART);
  }

  @Test
  void whatFailsAfterTheUserHasEndedALoad_failedBecauseOfThat() {
    plot.share =
        (session, slice) -> {
          stop.request();
          throw ScriptedTables.failure("closed");
        };
    assertThatThrownBy(tables()::load).hasMessage("Interrupted. " + GOES_ON);
  }

  @ParameterizedTest
  @CsvSource({"false, 'rest,index a,index b'", "true, 'rest,index a'"})
  void goingOn_handlesTheRest_makesWhatIsMissing_andUnmarks(boolean indexing, String made)
      throws Exception {
    killed(indexing);
    if (!indexing) {
      shelf.states.remove("b");
    }
    assertThat(tables().look()).isEqualTo(Found.PART);
    tables().resume();
    assertThat(String.join(",", shelf.journal))
        .isEqualTo((indexing ? "" : "create b,") + made + ",drop " + MARK);
    assertThat(tables().look()).isEqualTo(Found.ALL);
    assertThat(said.words())
        .endsWith("Loading 2 tables, 200 rows", "Indexing 1 table, 0 rows", "end after 100");
  }

  /** A server goes on with the statement of a program that is gone. */
  @Test
  void anIndexThatAKilledLoadsStatementMakesMeanwhile_isNoFailure() throws Exception {
    killed(false);
    shelf.fault =
        deed -> {
          if (deed.equals("index a")) {
            shelf.indexes.put("a", 2);
            throw ScriptedTables.failure("Duplicate key name 'i'");
          }
        };
    tables().resume();
    assertThat(tables().look()).isEqualTo(Found.ALL);
  }

  @Test
  void goingOnWithAllIndexesMade_makesNone() throws Exception {
    killed(false);
    shelf.indexes.put("a", 2);
    tables().resume();
    assertThat(shelf.journal).containsExactly("rest", "drop " + MARK);
  }

  @Test
  void goingOn_makesIndexesFirstWhereTheLoadDoes() throws Exception {
    killed(false);
    plot.indexesAfterLoad = false;
    tables().resume();
    assertThat(shelf.journal).containsExactly("index a", "rest", "drop " + MARK);
  }

  @Test
  void goingOn_canEndEarlyToo() throws Exception {
    killed(false);
    plot.goesOn("rows=100", (session, slice) -> () -> fails());
    assertThatThrownBy(tables()::resume).hasMessage("full. " + GOES_ON);
    assertThat(tables().look()).isEqualTo(Found.PART);
  }

  private static long fails() throws DbException {
    throw ScriptedTables.failure("full");
  }

  @Test
  void aTableThatTheLoadCannotHaveLeftSo_isRefusedAndUntouched() {
    killed(false);
    shelf.states.put("a", new TableState.Different("has no column pad"));
    assertThatThrownBy(tables()::resume)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("Table a has no column pad. ");
    assertThat(shelf.journal).isEmpty();
  }

  @Test
  void aLoadOfOtherData_isRefused_untilItIsDropped() throws Exception {
    killed(false);
    plot.goesOn("rows=101", (session, slice) -> fills("rest"));
    assertThatThrownBy(tables()::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("A load with other settings has begun in this database.")
        .hasMessageContaining("stallmark drop");
    assertThat(tables().drop()).isEqualTo(2);
    assertThat(shelf.journal).containsExactly("drop a", "drop b", "drop " + MARK);
    assertThat(tables().look()).isEqualTo(Found.NOTHING);
  }

  @Test
  void aMarkWithoutItsRow_isWrittenByTheNextLoad_whenThereAreNoTables() throws Exception {
    shelf.fault = ScriptedTables.on("insert " + MARK);
    assertThatThrownBy(tables()::load).hasMessage("insert " + MARK + " failed");
    shelf.fault = deed -> {};
    assertThat(tables().look()).isEqualTo(Found.NOTHING);
    shelf.journal.clear();
    tables().load();
    assertThat(shelf.journal).startsWith("insert " + MARK, "create a").endsWith("drop " + MARK);
  }

  @Test
  void aMarkThatLostItsRow_isRefused() {
    killed(false);
    shelf.numbers.clear();
    assertThatThrownBy(tables()::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining("has lost which one it was");
  }

  @Test
  void aTableThatOnlyHasTheMarksName_isRefused() {
    shelf.states.put(MARK, new TableState.Different("has no column id"));
    assertThatThrownBy(tables()::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("Table " + MARK + " is not Stallmark's.");
    assertThatCode(tables()::drop).doesNotThrowAnyException();
    assertThat(shelf.states).containsKey(MARK);
  }

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
    FutureTask<Void> first = started(tables());
    begun.await();
    assertThat(tables().look()).isEqualTo(Found.PART);
    assertThatThrownBy(tables()::resume)
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
    assertThatThrownBy(tables()::resume).hasMessage("Interrupted. " + GOES_ON);
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
    shelf.owners.put(MARK, 7L); // what another one does that takes over
    shelf.fault = deed -> {};
    assertThatThrownBy(heldUp::get)
        .cause()
        .hasMessageStartingWith("Another program has taken over this load");
    assertThat(shelf.owners).containsEntry(MARK, 7L);
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
          shelf.owners.put(MARK, 7L);
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
            shelf.owners.put(MARK, 7L);
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
    shelf.fault = ScriptedTables.on("renew");
    plot.share = (session, slice) -> ScriptedScenario.statements(session);
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

  @Test
  void tablesThatGoWhenARunEnds_areNotMarked_andGoWhenTheirLoadFails() throws Exception {
    plot.share = (session, slice) -> () -> fails();
    ScenarioTables passing = tables().passing();
    assertThatThrownBy(passing::load).hasMessage("full");
    assertThat(shelf.states).isEmpty();
    assertThat(shelf.journal).noneMatch(deed -> deed.contains(MARK));
    assertThat(passing.look()).isEqualTo(Found.NOTHING);
  }
}
