package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ReportCommandTest extends StagedTest {

  private Path page() {
    return stage.results().get(0).resolve("report.html");
  }

  @Test
  void run_writesItsPage_andTheSummaryNamesIt() {
    Stage.Outcome outcome = stage.runTiny("--events", "20");
    assertThat(outcome.err()).doesNotContain("page");
    assertThat(outcome.out()).contains(page().toString());
    assertThat(page())
        .content()
        .contains("\"workload\":\"tiny\"", "\"state\":\"completed\"", "\"succeeded\":20");
  }

  @Test
  void aFailedRun_hasAPageThatSaysWhy() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault =
        execution -> {
          if (execution % 5 == 0) {
            throw new DbException(DbException.Kind.FATAL, "1234", "<b>no luck</b>", null);
          }
        };
    assertThat(stage.runTiny("--events", "100").exit()).isEqualTo(1);
    assertThat(page())
        .content()
        .contains("\"state\":\"failed\"", "1234", "\\u003cb>no luck")
        .doesNotContain("<b>no luck");
  }

  @Test
  void aPageThatCannotBeWritten_isAFailure_andNotClaimed() throws IOException {
    stage.binding.fault =
        execution -> {
          try {
            Files.createDirectories(stage.results().get(0).resolve("report.html/full"));
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        };
    Stage.Outcome outcome = stage.runTiny("--events", "20");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.err())
        .endsWith(
            "stallmark: There is no page of this run: "
                + page()
                + " cannot be written: it is a directory; 'stallmark report "
                + stage.results().get(0)
                + "' writes it.\n");
    assertThat(outcome.out()).contains("transactions/s").doesNotContain("report.html");
    assertThat(stage.json().get("state").asString()).isEqualTo("completed");
  }

  /** The page is renamed into its place, which would replace a device of the system. */
  @Test
  void aPageNeverReplacesWhatIsNoFile() throws Exception {
    stage.runTiny("--events", "20");
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    String run = stage.results().get(0).toString();
    for (String command : List.of("report " + run, "history results")) {
      Stage.Outcome outcome = stage.run((command + " --out pipe").split(" "));
      assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
      assertThat(outcome.err())
          .isEqualTo(
              "stallmark: " + pipe + " cannot be written: it is a device or a pipe, not a file\n");
      assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther()).isTrue();
    }
    Files.writeString(directory.resolve("file"), "");
    assertThat(stage.run("report", run, "--out", "file/x").err())
        .isEqualTo(
            "stallmark: " + directory.resolve("file/x") + " cannot be written: Not a directory\n");
  }

  @Test
  void ofOneRun_thePageIsInItsDirectory_orWhereOutSays() throws IOException {
    stage.runTiny("--events", "20");
    Files.delete(page());
    String run = stage.results().get(0).toString();
    Stage.Outcome outcome = stage.run("report", run).well();
    assertThat(outcome.out()).isEqualTo(page() + System.lineSeparator());
    assertThat(page()).exists();
    assertThat(stage.run("report", run, "--out", "other.html").exit()).isZero();
    assertThat(directory.resolve("other.html")).content().contains("\"workload\":\"tiny\"");
  }

  @Test
  void ofSeveralRuns_onePageComparesThem() throws IOException {
    stage.runTiny("--events", "20");
    stage.runTiny("--events", "30");
    String one = stage.results().get(0).toString();
    String other = stage.results().get(1).toString();
    assertThat(stage.run("report", one, other).exit()).isZero();
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("2 runs compared", stage.results().get(1).getFileName().toString());
  }

  @Test
  void directoryWithRunsInIt_standsForThem() throws IOException {
    stage.runTiny("--events", "20", "--out", "results/one");
    stage.runTiny("--events", "30", "--out", "results/other");
    stage.runTiny("--events", "30", "--out", "results/other");
    stage.run("report", "results", "--out", "all.html").well();
    assertThat(directory.resolve("all.html"))
        .content()
        .contains("3 runs compared", "\"one\"", directory.resolve("results/other") + "/");
    Stage.Outcome one = stage.run("report", "results/one", "results/one/.").well();
    assertThat(one.out()).contains("results/one/").endsWith("memory/report.html\n");
  }

  @Test
  void jmhsForm_isWrittenBesideThePage() {
    stage.runTiny("--events", "20");
    String run = stage.results().get(0).toString();
    Stage.Outcome outcome = stage.run("report", run, "--jmh", "jmh.json").well();
    assertThat(outcome.out().lines())
        .containsExactly(page().toString(), directory.resolve("jmh.json").toString());
    assertThat(directory.resolve("jmh.json"))
        .content()
        .contains("\"io.stallmark.tiny.transaction\"", "\"thrpt\"", "\"sample\"");
  }

  @Test
  void damagedRun_isSaidToBeOne_onItsPageAndBesideJmhsForm() throws IOException {
    stage.runTiny("--events", "20");
    Path run = stage.results().get(0);
    assertThat(stage.run("report", run.toString(), "--jmh", "jmh.json").err()).isEmpty();
    assertThat(page()).content().doesNotContain("damaged");
    Files.writeString(
        run.resolve("intervals.csv"),
        Files.readString(run.resolve("intervals.csv")).lines().findFirst().orElseThrow() + "\n");
    Files.delete(run.resolve("dips.csv"));
    Stage.Outcome outcome = stage.run("report", run.toString(), "--jmh", "jmh.json").well();
    assertThat(outcome.err())
        .contains("intervals.csv has 0 transactions, and run.json says 20")
        .contains("dips.csv is missing");
    assertThat(page()).content().contains("and run.json says 20: one of them is damaged.");
  }

  @Test
  void oneDamagedRunOfSeveral_isLeftOutWithAWarning() throws IOException {
    for (int i = 0; i < 3; i++) {
      stage.runTiny("--events", "20");
    }
    Path results = stage.results().get(0).getParent();
    Path first = stage.results().get(0).resolve("run.json");
    Files.writeString(first, Files.readString(first).substring(0, 500));
    Path second = stage.results().get(1).resolve("run.json");
    String whole = Files.readString(second);
    Stage.Outcome outcome = stage.run("report", results.toString()).well();
    assertThat(outcome.err()).contains(first + " cannot be read", "it is left out.");
    assertThat(directory.resolve("report.html")).content().contains("2 runs compared");
    for (String version : new String[] {"2", "99", "\"1\""}) {
      Files.writeString(
          second, whole.replaceFirst("\"schemaVersion\" : 1", "\"schemaVersion\" : " + version));
      Stage.Outcome later = stage.run("report", second.getParent().toString(), "--jmh=j.json");
      assertThat(later.exit()).isEqualTo(2);
      assertThat(later.errorLines()).hasSize(1);
      assertThat(later.err()).contains("has version " + version + ", but this Stallmark");
      assertThat(stage.run("compare", second.getParent().toString(), "x").err())
          .contains("has version " + version);
    }
    Files.writeString(stage.results().get(2).resolve("run.json"), "{");
    Stage.Outcome none = stage.run("report", results.toString());
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("None of the 3 runs can be read");
  }

  @Test
  void directoryWithoutARun_isNoRuns_inOneLine() throws IOException {
    Files.createDirectories(directory.resolve("results/one"));
    Stage.Outcome outcome = stage.run("report", "results");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("results is not a run's directory: it has no run.json");
    assertThat(directory.resolve("results/report.html")).doesNotExist();
  }

  @Test
  void whatIsNoRun_isWrongUsage() throws IOException {
    stage.runTiny("--events", "20");
    Path run = stage.results().get(0);
    Files.writeString(run.resolve("run.json"), "{\"state\": \"comp");
    Stage.Outcome outcome = stage.run("report", run.toString());
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("run.json cannot be read");
  }

  @Test
  void anOutThatCannotBeWritten_isAFailureOfOneLine() {
    stage.runTiny("--events", "20");
    String run = stage.results().get(0).toString();
    Stage.Outcome outcome = stage.run("report", run, "--out", "no/where.html");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("no such directory");
  }

  @Test
  void jmhFileThatCannotBeWritten_saysWhy() {
    stage.runTiny("--events", "5");
    String run = stage.results().get(0).toString();
    Stage.Outcome outcome = stage.run("report", run, "--jmh", "no/where.json");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err())
        .contains(directory.resolve("no/where.json") + " cannot be written: no such directory");
  }
}
