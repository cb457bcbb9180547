package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TableCommandsTest {

  @TempDir Path directory;
  private Stage stage;

  @BeforeEach
  void begin() {
    stage = new Stage(directory);
  }

  private Stage.Outcome tiny(String command) {
    return stage.run(command, "tiny", "--url", Stage.URL);
  }

  @Test
  void load_fillsAndSaysSo() {
    Stage.Outcome outcome = tiny("load");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
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
    Stage.Outcome outcome = tiny("verify");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out()).isEqualTo("tiny: all is right.\n");
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

  @Test
  void drop_saysHowMany() {
    tiny("load");
    assertThat(tiny("drop").out()).isEqualTo("Dropped 1 table\n");
    assertThat(tiny("drop").out()).isEqualTo("Dropped 0 tables\n");
    assertThat(stage.binding.tables).isEmpty();
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void explain_needsNoDatabaseAndShowsStorageAndOrder() {
    for (String url : List.of("memory", "memory:", Stage.URL)) {
      Stage.Outcome outcome =
          stage.run("explain", "tiny", "--url", url, "--storage", "engine=Rocks,block=8");
      assertThat(outcome.exit()).as(outcome.err()).isZero();
      assertThat(outcome.out())
          .containsSubsequence(
              "make tiny{engine=Rocks, block=8}", "-- begin", "do look", "do touch", "-- commit");
    }
  }

  @Test
  void list_namesWorkloadsSettingsAndDatabases() {
    assertThat(stage.run("list").out())
        .contains("tiny", "-p rows=10", "1 to 1000", "both, look", "memory:", "multi-statement");
  }
}
