package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.RunFailure;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableState;
import io.stallmark.tables.ScenarioTables.Found;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that stay when they end early, and resume. */
final class TableLoadTest extends TableLoadCase {

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
    assertThat(shelf.journal).containsExactly("drop b", "drop a", "drop " + MARK);
    assertThat(tables().look()).isEqualTo(Found.NOTHING);
  }

  @Test
  void dropOfAnotherWorkload_leavesTheMark_andTheLoadResumes() throws Exception {
    killed(false);
    ScenarioTables other = tables("opera", PACE);
    assertThatThrownBy(other::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("A load of another workload has begun in this database.");
    other.dropMade(other.droppable().made());
    assertThat(shelf.journal).noneMatch(deed -> deed.startsWith("drop"));
    plot.goesOn("rows=100", (session, slice) -> fills("rest"));
    assertThat(tables().look()).isEqualTo(Found.PART);
    tables().resume();
    assertThat(tables().look()).isEqualTo(Found.ALL);
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
        .hasMessageContaining("has no record of its settings");
  }

  @Test
  void aTableThatOnlyHasTheMarksName_isRefused() {
    shelf.states.put(MARK, new TableState.Different("has no column id"));
    assertThatThrownBy(tables()::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("Table " + MARK + " has no column id. It is not Stallmark's, so");
    assertThatCode(tables()::drop).doesNotThrowAnyException();
    assertThat(shelf.states).containsKey(MARK);
  }

  @Test
  void tablesThatGoWhenARunEnds_areNotMarked_andGoWhenTheirLoadFails() throws Exception {
    plot.share = (session, slice) -> () -> fails();
    ScenarioTables passing = tables().withoutLoadMark();
    assertThatThrownBy(passing::load).hasMessage("full");
    assertThat(shelf.states).isEmpty();
    assertThat(shelf.journal).noneMatch(deed -> deed.contains(MARK));
    assertThat(passing.look()).isEqualTo(Found.NOTHING);
  }
}
