package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class RepeatedRunIT extends StagedTest {

  private static final String CANARY = "Canary-r3p";

  @Test
  void runs_haveADirectoryEach_andATableOfMeans() throws IOException {
    Stage.Outcome outcome =
        stage
            .runTiny(Stage.words("--repeat 3 --events 50 -p rows=20 -p share=1 --fresh --out o"))
            .well();
    assertThat(outcome.out())
        .contains("Run 3 of 3, tiny-memory.3", "tiny on memory 1, 3 runs")
        .containsPattern("mean +95 % from +to +min +max")
        .containsPattern("trans/s +[\\d,.]+ +-?[\\d,.]+ +[\\d,.]+ +[\\d,.]+ +[\\d,.]+");
    for (int i = 1; i <= 3; i++) {
      try (Stream<Path> runs = Files.list(directory.resolve("o/tiny-memory." + i))) {
        assertThat(runs)
            .singleElement()
            .satisfies(run -> assertThat(run.resolve("run.json")).exists());
      }
    }
    List<String> csv = Files.readAllLines(directory.resolve("o/experiment.csv"));
    assertThat(csv).anyMatch(line -> line.startsWith("tiny-memory,mean_high_95,completed:3,"));
    assertThat(directory.resolve("o/report.html"))
        .content()
        .contains("tiny-memory")
        .containsPattern("\"command\":\"stallmark run tiny [^\"]* --repeat 3\"");
    assertThat(stage.binding.tables).isEmpty();
  }

  @Test
  void eachRun_drawsItsOwnOperations_andTheSameCommandThoseAgain() throws IOException {
    stage.runTiny("--repeat", "3", "--events", "50", "--out", "o");
    List<Long> first = List.copyOf(stage.workload.drawn);
    assertThat(first).hasSize(3).doesNotHaveDuplicates();
    stage.workload.drawn.clear();
    stage.runTiny("--repeat", "3", "--events", "50", "--out", "p");
    assertThat(stage.workload.drawn).isEqualTo(first);
    stage.workload.drawn.clear();
    stage.runTiny("--repeat", "3", "--events", "50", "--out", "q", "--request-seed", "5");
    assertThat(stage.workload.drawn).hasSize(3).doesNotContainAnyElementsOf(first);
  }

  @Test
  void theSameCommand_goesOn() {
    String[] command = {"--repeat", "2", "--events", "5", "--out", "o"};
    stage.runTiny(command);
    Stage.Outcome again = stage.runTiny(command).well();
    assertThat(again.err()).contains("Run 2 of 2, tiny-memory.2: completed before");
    assertThat(stage.runTiny("--repeat", "2", "--events", "6", "--out", "o").exit()).isEqualTo(2);
  }

  @Test
  void aPageThatCannotBeWritten_isAFailure() throws IOException {
    String[] command = {"--repeat", "2", "--events", "5", "--out", "o"};
    stage.runTiny(command);
    Path page = directory.resolve("o/report.html");
    Files.delete(page);
    Files.createDirectory(page);
    Stage.Outcome again = stage.runTiny(command);
    assertThat(again.exit()).as(again.err()).isEqualTo(1);
    assertThat(again.err())
        .endsWith("stallmark: " + page + " cannot be written: it is a directory\n");
  }

  @Test
  void password_isFoundOnce_andKeptOutOfThePlan() throws IOException {
    stage.binding.password = CANARY;
    Files.writeString(directory.resolve("pw"), CANARY + "\n");
    Stage.Outcome outcome =
        stage
            .runTiny("--repeat", "2", "--events", "5", "--password-file", "pw", "--out", "o")
            .well();
    assertThat(outcome.out() + outcome.err()).doesNotContain(CANARY);
    for (String file : List.of("o/experiment.json", "o/report.html")) {
      assertThat(directory.resolve(file)).content().doesNotContain(CANARY);
    }
  }

  @Test
  void missedLimits_failTheCommand_alsoWhenItIsRepeated() {
    String[] command = {"--repeat", "2", "--events", "50", "--limit", "errors>1%", "--out", "o"};
    for (int i = 0; i < 2; i++) {
      Stage.Outcome outcome = stage.runTiny(command);
      assertThat(outcome.exit()).as(outcome.told()).isEqualTo(1);
      assertThat(outcome.errorLines()).endsWith("stallmark: 2 of 2 runs missed a limit");
      assertThat(outcome.out()).contains("  tiny-memory.1: A limit was missed: errors are 0 %");
    }
  }

  @Test
  void failedRuns_areSaid_andTheOthersCounted() {
    AtomicInteger opened = new AtomicInteger();
    stage.binding.opening = opened::incrementAndGet;
    stage.binding.fault =
        execution -> {
          if (opened.get() == 1) {
            throw new DbException(DbException.Kind.FATAL, "1", "the first fails", null);
          }
        };
    Stage.Outcome outcome = stage.runTiny("--repeat", "2", "--events", "5", "--out", "o");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("1 of 2 runs failed");
    assertThat(outcome.out()).contains("FAILED  tiny-memory.1");
  }

  @Test
  void databaseThatIsNotThere_endsThemWithItsOwnComplaintAndThree() {
    stage.binding.password = "other";
    Stage.Outcome outcome = stage.runTiny("--repeat", "2", "--events", "5", "--out", "o");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(3);
    assertThat(outcome.errorLines()).last().asString().contains("Access denied");
    assertThat(outcome.err()).doesNotContain("runs failed");
  }
}
