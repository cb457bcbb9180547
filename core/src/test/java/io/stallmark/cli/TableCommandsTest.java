package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.server.TableState;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TableCommandsTest extends StagedTest {

  private Stage.Outcome tiny(String command) {
    return stage.run(command, "tiny", "--url", Stage.URL);
  }

  @Test
  void load_fillsAndSaysSo() {
    Stage.Outcome outcome = tiny("load").well();
    assertThat(outcome.out()).isEqualTo("Loaded 1 table\n");
    assertThat(stage.binding.tables.get("tiny")).hasValue(10);
  }

  @Test
  void load_refusesTablesThatAreThere() {
    tiny("load");
    Stage.Outcome outcome = tiny("load");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(stage.binding.tables.get("tiny")).hasValue(10);
  }

  @Test
  void aLoadThatFails_leavesNoTable() {
    stage.binding.fault =
        execution -> {
          if (execution == 5) {
            throw new DbException(Kind.FATAL, "1114", "The table is full", null);
          }
        };
    Stage.Outcome outcome = tiny("load");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.err()).endsWith("stallmark: The table is full\n");
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void verify_printsWhatIsProven() {
    tiny("load");
    Stage.Outcome outcome = tiny("verify").well();
    assertThat(outcome.out()).isEqualTo("tiny: all is right.\nVerified: 1 table\n");
  }

  @Test
  void verify_failsOnAFinding() {
    tiny("load");
    stage.workload.findings = List.of("id 3 is missing", "id 4 is missing");
    Stage.Outcome outcome = tiny("verify");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out()).isEqualTo("id 3 is missing\nid 4 is missing\n");
    assertThat(outcome.err()).contains("Verification failed with 2 findings: id 3 is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"verify", "drop"})
  void withoutAUrl_thereIsNothingToLookAt(String command) {
    Stage.Outcome outcome = stage.run(command, "tiny");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("--url is missing");
  }

  @Test
  void verify_ofNothing_saysWhatToDo() {
    Stage.Outcome outcome = tiny("verify");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("stallmark load");
  }

  private Stage.Outcome drop(String... more) {
    return stage.run(Stage.words(List.of("drop", "tiny", "--url", Stage.URL), more));
  }

  @Test
  void drop_saysWhatItDropped() {
    tiny("load");
    assertThat(drop("--yes").out()).isEqualTo("Dropped 1 table of tiny: tiny\n");
    assertThat(drop("--yes").out()).isEqualTo("Dropped 0 tables of tiny\n");
    assertThat(stage.binding.tables).isEmpty();
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void drop_needsNoCapabilityOfTheServer() {
    tiny("load");
    stage.workload.transactional = true;
    stage.binding.able = false;
    Stage.Outcome run = stage.runTiny();
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("tiny needs multi-statement transactions");
    assertThat(drop("--yes").out()).isEqualTo("Dropped 1 table of tiny: tiny\n");
  }

  @Test
  void drop_findsTheTablesOfOtherSettings() {
    tiny("load");
    stage.binding.tables.put("tiny2", new AtomicLong());
    stage.binding.tables.put("other", new AtomicLong());
    stage.binding.made.rows.put("tiny2", "tiny");
    stage.binding.made.rows.put("other", "huge");
    stage.binding.made.rows.put("tiny3", "tiny"); // of a load that was killed before it created it
    assertThat(drop("--yes").out()).isEqualTo("Dropped 2 tables of tiny: tiny, tiny2\n");
    assertThat(stage.binding.tables).containsOnlyKeys("other");
    assertThat(stage.binding.made.rows).containsOnlyKeys("other");
  }

  @Test
  void drop_leavesATableThatNoLoadCreated_andSaysSo() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    Stage.Outcome outcome = drop("--yes").well();
    assertThat(outcome.out()).isEqualTo("Dropped 0 tables of tiny\n");
    assertThat(outcome.err())
        .startsWith(
            "Warning: Not dropped, because no 'load' or 'run' created it: tiny. To drop it,");
    assertThat(stage.binding.tables).containsOnlyKeys("tiny");
  }

  @Test
  void freshRun_onATable_saysHowToDropIt() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    assertThat(stage.runTiny("--fresh").err())
        .contains(
            "No 'load' or 'run' created it, so drop it yourself, in SQL with DROP TABLE tiny, or"
                + " choose another database.");
    stage.binding.tables.clear();
    tiny("load");
    assertThat(stage.runTiny("--fresh").err())
        .contains("Drop it with 'stallmark drop', or choose another database.");
  }

  @ParameterizedTest
  @CsvSource({"y, 0", "YES, 0", "n, 1", "'', 1", "yesterday, 1"})
  void drop_asksFirst(String answer, int left) {
    tiny("load");
    stage.answer = answer + "\n";
    Stage.Outcome outcome = drop().well();
    assertThat(outcome.err())
        .isEqualTo("This drops 1 table of tiny at " + Stage.URL + ":\n  tiny\nDrop them? [y/N] ");
    assertThat(outcome.out())
        .isEqualTo(left == 0 ? "Dropped 1 table of tiny: tiny\n" : "Nothing was dropped.\n");
    assertThat(stage.binding.tables).hasSize(left);
  }

  @Test
  void drop_takesTheEndOfTheInputForNo() {
    tiny("load");
    stage.answer = "";
    assertThat(drop().out()).isEqualTo("Nothing was dropped.\n");
    assertThat(stage.binding.tables).hasSize(1);
  }

  @Test
  void drop_withoutATerminalAndYes_isRefusedBeforeItConnects() {
    tiny("load");
    stage.binding.opening =
        () -> {
          throw new IllegalStateException("opened");
        };
    Stage.Outcome outcome = drop();
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1).first().asString().contains("give --yes");
    assertThat(stage.binding.tables).hasSize(1);
  }

  @Test
  void aFailedLoad_leavesNoRecord() {
    stage.binding.fault =
        execution -> {
          throw new DbException(Kind.FATAL, "1114", "The table is full", null);
        };
    assertThat(tiny("load").exit()).isEqualTo(3);
    assertThat(stage.binding.made.rows).isEmpty();
    assertThat(stage.binding.made.state()).isInstanceOf(TableState.Absent.class);
  }

  @Test
  void explain_needsNoDatabaseAndShowsStorageAndOrder() {
    for (String url : List.of("memory", "memory:", Stage.URL)) {
      Stage.Outcome outcome =
          stage.run("explain", "tiny", "--url", url, "--storage", "engine=Rocks,block=8").well();
      assertThat(outcome.out())
          .containsSubsequence(
              "make tiny{engine=Rocks, block=8}", "-- begin", "do look", "do touch", "-- commit");
    }
  }

  @Test
  void explainOverhead_listsInTheOrderOfARun_whatIsNotTheWorkloads() {
    Stage.Outcome outcome = stage.run("explain", "tiny", "--url", "memory", "--overhead").well();
    assertThat(outcome.out())
        .containsSubsequence(
            "-- on each new connection\ngreet\n",
            "-- around a load\nmake stallmark_tables{}\n",
            "do record_table\n",
            "-- before the measurement\ndo count_rows\n",
            "-- every second of a run\nask for counters\n",
            "flush  -- tables in Rocks\n")
        .doesNotContain("do look");
  }

  @Test
  void list_namesWorkloadsSettingsAndDatabases() {
    assertThat(stage.run("list").out())
        .contains("tiny", "-p rows=10", "1 to 1000", "both, look", "memory:", "multi-statement");
  }
}
