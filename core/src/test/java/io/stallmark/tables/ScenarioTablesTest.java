package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.model.Index;
import io.stallmark.plan.RunPlan;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.workload.Loader;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScenarioTablesTest {

  private final ScriptedTables shelf = new ScriptedTables();
  private final ScriptedScenario plot = new ScriptedScenario("a", "b", "c");
  private final RecordedProgress said = new RecordedProgress();
  private final StopFlag stop = new StopFlag();
  private final ScenarioTables tables =
      new ScenarioTables(
          shelf,
          "play",
          plot.resolved(),
          2,
          7,
          new AnswerWatch(shelf, stop, said, RunPlan.DEFAULT_PATIENCE));

  private void there(String... names) {
    for (String name : names) {
      shelf.states.put(name, new TableState.Present());
      shelf.rows.put(name, ScriptedScenario.ROWS);
    }
  }

  @Test
  void tables_arePresentOrAbsentTogether() throws Exception {
    assertThat(tables.look()).isEqualTo(ScenarioTables.Found.NOTHING);
    there("a", "b", "c");
    assertThat(tables.look()).isEqualTo(ScenarioTables.Found.ALL);
  }

  @ParameterizedTest
  @CsvSource({"'a b', c, 1", "'b', a, 2", "'c', a, 2"})
  void someTablesMissing_areNamedWithWhatToDo(String present, String first, int missing) {
    there(present.split(" "));
    assertThatThrownBy(tables::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith(
            "Of 3 tables " + missing + (missing == 1 ? " is" : " are") + " missing, first " + first)
        .hasMessageContaining("stallmark drop");
  }

  @Test
  void aTableOfAnotherShape_isSaidBeforeWhatIsMissing() {
    shelf.states.put("b", new TableState.Different("has no column pad"));
    assertThatThrownBy(tables::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith(
            "Table b has no column pad. Give the settings that the table was made with, drop it");
  }

  @Test
  void rowThatIsNotAsDeclared_isRefused_butLeftToAVerification() throws Exception {
    there("a", "c");
    shelf.states.put("b", new TableState.Mistyped("A document of b with {_id: 1} has no field k."));
    assertThatThrownBy(tables::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith("A document of b with {_id: 1} has no field k. Give the settings");
    assertThat(tables.lookToVerify()).isEqualTo(ScenarioTables.Found.ALL);
  }

  @Test
  void rowsAsRequired_areFine_andAnyNumberIsWhereNoneIs() throws Exception {
    there("a", "b", "c");
    tables.checkRows();
    assertThat(shelf.journal).containsExactlyInAnyOrder("count a", "count b", "count c");
    plot.requiredRows = OptionalLong.empty();
    shelf.rows.clear();
    tables.checkRows();
    assertThat(shelf.journal).hasSize(3);
  }

  @Test
  void theServersOwnNumberOfRows_suffices_andAnotherIsCounted() throws Exception {
    there("a", "b", "c");
    shelf.metadata.putAll(Map.of("a", ScriptedScenario.ROWS, "b", 3L));
    tables.checkRows();
    assertThat(shelf.journal).containsExactlyInAnyOrder("count b", "count c");
  }

  @Test
  void wrongNumbersOfRows_areSaidOfTheFirstThree() {
    ScenarioTables four =
        new ScenarioTables(
            shelf,
            "play",
            new ScriptedScenario("d", "c", "b", "a", "e").resolved(),
            4,
            7,
            new AnswerWatch(shelf, stop, said, RunPlan.DEFAULT_PATIENCE));
    there("b");
    shelf.rows.put("a", 99L);
    shelf.rows.put("c", 101L);
    assertThatThrownBy(four::checkRows)
        .isInstanceOf(RunFailure.class)
        .hasMessageStartingWith(
            "Each table must have 100 rows, but a has 99, c has 101, d has 0. Drop the tables");
    assertThat(shelf.openSessions).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void load_createsThenFills_indexesBeforeOrAfter(boolean after) throws Exception {
    ScriptedScenario indexed =
        new ScriptedScenario(
            List.of(
                ScriptedTables.table("a", "i"),
                ScriptedTables.table("b", "i"),
                ScriptedTables.table("c")));
    indexed.indexesAfterLoad = after;
    indexed.share =
        (session, slice) -> {
          shelf.journal.add("fill");
          return ScriptedScenario.steps(15);
        };
    new ScenarioTables(
            shelf,
            "play",
            indexed.resolved(),
            2,
            7,
            new AnswerWatch(shelf, stop, said, RunPlan.DEFAULT_PATIENCE))
        .load();
    assertThat(shelf.journal.subList(0, 3)).containsExactly("create a", "create b", "create c");
    assertThat(shelf.journal.subList(after ? 5 : 3, after ? 8 : 6))
        .containsExactlyInAnyOrder("index a", "index b", "index c");
    assertThat(shelf.journal).hasSize(8);
    assertThat(said.words())
        .containsExactlyElementsOf(
            after
                ? List.of(
                    "Loading 3 tables, 300 rows", "Indexing 2 tables, 0 rows", "end after 300")
                : List.of("Loading 3 tables, 300 rows", "end after 300"));
  }

  @Test
  void aStepThatMeetsAnother_isTakenAgain() throws Exception {
    plot.share =
        (session, slice) -> {
          Loader steps = ScriptedScenario.steps(3);
          int[] call = {0};
          return () -> {
            call[0]++;
            if (call[0] == 2 || call[0] == 3) {
              throw new DbException(DbException.Kind.RETRY, "1213", "Deadlock", null);
            }
            return steps.step();
          };
        };
    tables.load();
    assertThat(said.words()).contains("end after 60"); // of two loaders
    assertThat(shelf.journal).noneMatch(deed -> deed.startsWith("drop"));
  }

  @Test
  void indexesOfAFullTable_areMadeWhileOthersAreFilled() throws Exception {
    CompletableFuture<Void> indexed = new CompletableFuture<>();
    AtomicBoolean full = new AtomicBoolean();
    plot.indexesAfterLoad = true;
    plot.full = table -> table.name().equals("b") && full.get();
    plot.share =
        (session, slice) -> {
          Loader steps = ScriptedScenario.steps(3);
          return () -> {
            if (full.getAndSet(true)) {
              indexed.join();
            }
            return steps.step();
          };
        };
    shelf.fault =
        deed -> {
          if (deed.equals("index b")) {
            indexed.complete(null);
          }
        };
    tables.load();
    assertThat(shelf.journal.stream().filter(deed -> deed.startsWith("index")))
        .startsWith("index b")
        .containsExactlyInAnyOrder("index a", "index b", "index c");
  }

  @Test
  void anIndexThatFails_endsTheLoadAtItsNextStep() {
    ScriptedScenario indexed =
        new ScriptedScenario(List.of(ScriptedTables.table("a"), ScriptedTables.table("b", "i")));
    indexed.indexesAfterLoad = true;
    indexed.full = table -> table.name().equals("b");
    indexed.share = (session, slice) -> ScriptedScenario.steps(Integer.MAX_VALUE);
    shelf.fault = ScriptedTables.on("index b");
    ScenarioTables both =
        new ScenarioTables(
            shelf,
            "play",
            indexed.resolved(),
            2,
            7,
            new AnswerWatch(shelf, stop, said, RunPlan.DEFAULT_PATIENCE));
    assertThatThrownBy(both::load).hasMessage("index b failed");
    assertThat(shelf.states).isEmpty();
  }

  @Test
  void uniqueIndexes_areThereBeforeTheRows() throws Exception {
    Index key = new Index("key", List.of("id"), true);
    Index other = new Index("other", List.of("id"), false);
    ScriptedScenario indexed =
        new ScriptedScenario(List.of(ScriptedTables.table("a").withIndexes(List.of(key, other))));
    indexed.indexesAfterLoad = true;
    indexed.share =
        (session, slice) -> {
          shelf.journal.add("rows");
          return ScriptedScenario.steps(0);
        };
    new ScenarioTables(
            shelf,
            "play",
            indexed.resolved(),
            1,
            1,
            new AnswerWatch(shelf, new StopFlag(), said, RunPlan.DEFAULT_PATIENCE))
        .load();
    assertThat(shelf.journal).containsExactly("create a", "index a", "rows", "index a");
  }

  @ParameterizedTest
  @CsvSource({"create c, 2", "index b, 3", "connect, 0", "step, 3"})
  void aLoadThatFails_dropsWhatItMade_andNothingElse(String where, int made) {
    plot.indexesAfterLoad = where.startsWith("index");
    shelf.fault = ScriptedTables.on(where);
    if (where.equals("step")) {
      plot.share =
          (session, slice) ->
              () -> {
                throw ScriptedTables.failure("step failed");
              };
    }
    assertThatThrownBy(tables::load).isInstanceOf(DbException.class).hasMessage(where + " failed");
    assertThat(shelf.states).isEmpty();
    assertThat(shelf.journal.stream().filter(deed -> deed.startsWith("drop"))).hasSize(made);
    assertThat(shelf.openSessions).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"load", "check", "verify"})
  void progress_endsWithItsWork_alsoWhenThatFails(String work) {
    there("a", "b", "c");
    plot.share =
        (session, slice) ->
            () -> {
              throw ScriptedTables.failure("it failed");
            };
    shelf.fault = ScriptedTables.on("count b");
    ThrowingCallable deed =
        work.equals("load")
            ? tables::load
            : work.equals("check") ? tables::checkRows : tables::verify;
    assertThatThrownBy(deed).isInstanceOf(DbException.class);
    assertThat(said.words()).hasSize(2).last().isEqualTo("end after 0");
  }

  @Test
  void aTableThatCannotBeDropped_keepsNoOtherFromIt() {
    plot.share =
        (session, slice) ->
            () -> {
              throw ScriptedTables.failure("The table is full");
            };
    shelf.fault = ScriptedTables.on("drop a");
    assertThatThrownBy(tables::load)
        .hasMessage("The table is full. Not dropped, because of this error: a");
    assertThat(shelf.states).containsOnlyKeys("a");
  }

  @Test
  void aLoadThatTheUserEnds_dropsWhatItMade_andMakesNoIndex() throws Exception {
    plot.indexesAfterLoad = true;
    plot.share =
        (session, slice) -> {
          stop.request();
          return ScriptedScenario.steps(Integer.MAX_VALUE);
        };
    tables.load();
    assertThat(shelf.states).isEmpty();
    assertThat(shelf.journal).noneMatch(deed -> deed.startsWith("index"));
  }

  @Test
  void drop_takesWhatIsThere_whateverItsShape() throws Exception {
    there("c");
    shelf.states.put("a", new TableState.Different("is a view"));
    assertThat(tables.drop()).isEqualTo(2);
    assertThat(shelf.journal).containsExactly("drop c", "drop a");
  }

  @Test
  void verification_tellsWhatIsProven() throws Exception {
    plot.share = (session, slice) -> ScriptedScenario.steps(15);
    assertThat(tables.verify()).isEqualTo(new VerificationResult("", List.of("All is right.")));
    assertThat(said.words()).containsExactly("Verifying 3 tables, 300 rows", "end after 300");
  }

  @Test
  void findings_areTold_andThoseThatAreNotKeptAreCounted() throws Exception {
    plot.findings = List.of("id 3 is missing", "id 4 is missing");
    assertThat(tables.verify().failure())
        .isEqualTo("Verification failed with 2 findings: id 3 is missing");
    plot.found = 3087;
    plot.hint = "Give more.";
    VerificationResult result = tables.verify();
    assertThat(result.holds()).isFalse();
    assertThat(result.failure())
        .isEqualTo(
            "Verification failed with 3,087 findings, of which 2 are listed: id 3 is missing");
    assertThat(result.sentences())
        .containsExactly("id 3 is missing", "id 4 is missing", "Give more.");
  }
}
