package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.compare.WrittenRun;
import io.stallmark.result.Percentile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HistoryCommandTest extends StagedTest {

  private WrittenRun run(int day, double perSecond, String version, int threads) {
    WrittenRun run = new WrittenRun(directory.resolve("results/day/" + day + "-" + threads));
    run.json.put("startedAt", String.format(Locale.ROOT, "2026-11-%02dT12:00:00Z", day));
    run.json.withObject("/database").put("server", version);
    run.json.withObject("/spec").put("threads", threads);
    run.json.withObject("/summary").put("transactionsPerSecond", perSecond);
    return run.file("run.json", run.json.toString());
  }

  /** Ten days at 1000/s, then ten at 900/s with a new server; two of another configuration. */
  private void twentyDays() {
    for (int day = 1; day <= 20; day++) {
      double rate = (day <= 10 ? 1000 : 900) + day * 7 % 10;
      run(day, rate, day <= 10 ? "Memory 1" : "Memory 2", 4);
    }
    run(21, 2000, "Memory 2", 8);
    WrittenRun failed = run(22, 5, "Memory 2", 4);
    failed.json.put("state", "failed").putObject("trust").put("trusted", true);
    failed.file("run.json", failed.json.toString());
  }

  @Test
  void runs_areListedByTime_andAChangeIsShown() {
    twentyDays();
    Stage.Outcome outcome = stage.run("history", "results").well();
    assertThat(outcome.out().lines().filter(line -> line.contains("2026-11-"))).hasSize(23);
    assertThat(outcome.out().lines().filter(line -> line.contains("2026-11-22")))
        .singleElement()
        .asString()
        .containsPattern("12:00 +– +– +0 +failed +Memory 2 +threads 4$");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.out())
        .startsWith("22 runs of tiny\n  start (UTC)       trans/s")
        .containsPattern("2026-11-01 12:00 +1,007.0 +– +0 +– +Memory 1 +threads 4\n")
        .contains("transactions/s of tiny on Memory, threads 4: 20 runs")
        .contains("change at 2026-11-11 12:00:00: 1,004.5 to 904.5 (-10.0 %), 11-4")
        .doesNotContain("threads 8: "); // one run has no course
    assertThat(outcome.out().lines()).anyMatch(line -> line.matches("  █{10}▇{10}"));
    assertThat(directory.resolve("results/history.html"))
        .content()
        .contains(
            "History of transactions/s", "\"metric\":\"transactions/s\"", "\"history\":{", "11-4")
        .contains("\"changes\":[1794398400000]", "\"name\":\"differs in\"")
        .doesNotContain("\"name\":\"tiny on Memory, threads 8\"") // one run has no course
        .doesNotContain("\"name\":\"name, tags\""); // no run has any
  }

  @Test
  void whatAllRunsShare_isInTheFirstLine_andVerboseHasEveryColumn() {
    for (int day = 1; day <= 3; day++) {
      run(day, 1000, "Memory 1", 4);
    }
    assertThat(stage.run("history", "results").out())
        .startsWith("3 runs of tiny on Memory 1, threads 4\n")
        .containsPattern("\n  start \\(UTC\\) +trans/s +p99 ms +stalls +trusted\n");
    assertThat(stage.run("history", "results", "--verbose").out())
        .containsPattern("\n +2026-11-01 12:00:00 .* completed +Memory 1 +4 +tiny\n");
  }

  @Test
  void columnThatDoesNotFit_isLeftOutWhole_andLongLinesAreWrapped() {
    for (int day = 1; day <= 20; day++) {
      WrittenRun run = run(day, day <= 10 ? 1000 : 500, "Memory 1", 4);
      run.json.put("name", "after the change of the index on the table of accounts " + day);
      run.file("run.json", run.json.toString());
    }
    for (int threads : new int[] {4, 8}) {
      WrittenRun other = run(20 + threads, 1000, "Memory 1", threads);
      other.json.withObject("/spec").put("durationSeconds", 300).put("warmupSeconds", threads);
      other.json.withObject("/spec/settings").put("layout", "a-rather-long-name-" + threads);
      other.file("run.json", other.json.toString());
    }
    Stage.Outcome outcome = stage.run("history", "results").well();
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.out())
        .contains("  Too wide: name, tags. --verbose shows every column\n")
        .doesNotContain("after the change", "…");
    assertThat(stage.run("history", "results", "--verbose").out())
        .contains("after the change of the index on the table of accounts 20");
  }

  @Test
  void databasesThatDiffer_areInATerminalsTable_ratherThanStallsAndTrust() {
    for (int threads : new int[] {4, 8}) {
      run(threads, 1000, "A database of a long name " + threads, threads);
    }
    Stage.Outcome outcome = stage.run("history", "results").well();
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.out())
        .contains("A database of a long name 4", "A database of a long name 8")
        .contains("  Too wide: stalls. --verbose shows every column\n");
    assertThat(directory.resolve("results/history.html"))
        .content()
        .contains("2 runs of tiny", "\"name\":\"database\"", "\"name\":\"threads\"")
        .doesNotContain("\"name\":\"workload\"");
  }

  @Test
  void document_isTheOnlyOutput() {
    run(1, 1000, "Memory 1", 4);
    assertThat(stage.run("history", "results", "--csv").out().lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("directory,started_at,workload,database,");
    Stage.Outcome json = stage.run("history", "results", "--json");
    assertThat(json.out()).startsWith("[{").endsWith("}]\n");
    assertThat(json.err()).isEmpty();
    assertThat(stage.run("history", "results", "--markdown").out().lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("| start (UTC) | trans/s | p99 ms | stalls | trusted |"))
        .last()
        .asString()
        .startsWith("| 2026-11-01 12:00:00 | 1,000.0 | – |");
    assertThat(stage.run("history", "results", "--csv", "--json").exit()).isEqualTo(2);
  }

  @Test
  void aChangeFromNothing_hasNoPercentage() {
    for (int day = 1; day <= 20; day++) {
      WrittenRun run = run(day, 1000, "Memory 1", 4);
      run.file("run.json", run.json.toString());
      String stalls = day <= 10 ? "" : "1,0.5,0\n2,0.5,0\n3,0.5,0\n";
      run.file("stalls.csv", "start_s,length_s,generator_held_s\n" + stalls);
    }
    Stage.Outcome outcome = stage.run("history", "results", "--metric", "stalls").well();
    assertThat(outcome.out())
        .contains("change at 2026-11-11 12:00:00: 0.000 to 3.000, 11-4")
        .doesNotContain("Infinity");
    assertThat(directory.resolve("results/history.html"))
        .content()
        .contains("3.000")
        .doesNotContain("+Infinity");
  }

  @Test
  void configurations_haveEachANameOfItsOwn_ofNoMoreThanTellsThemApart() {
    for (int i = 0; i < 4; i++) {
      WrittenRun run = run(1 + i, 1000, "Memory 1", i < 2 ? 4 : 8);
      run.json
          .withObject("/spec")
          .put("durationSeconds", i % 2 == 0 ? 30.0 : 60.0)
          .put("warmupSeconds", i % 2.0);
      run.json.withObject("/host").put("logicalCores", i == 3 ? 2 : 4);
      run.file("run.json", run.json.toString());
    }
    WrittenRun other = run(5, 1000, "Memory 1", 4);
    other.json.put("binding", "mongo");
    other
        .json
        .withObject("/database")
        .put("server", "Elsewhere 6.0.5")
        .put("storage engine", "wired");
    other.file("run.json", other.json.toString());
    WrittenRun larger = run(6, 1000, "Memory 1", 4);
    larger.json.withObject("/spec").put("durationSeconds", 30.0).put("warmupSeconds", 0.0);
    larger.json.withObject("/host").put("logicalCores", 64);
    larger.file("run.json", larger.json.toString());
    Stage.Outcome outcome = stage.run("history", "results");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.out().replaceAll(",\n +(?=\\S)", ", ").lines())
        .contains(
            "  1: threads 4, duration 30 s, host.logicalCores 4",
            "  2: threads 4, duration 60 s, host.logicalCores 4",
            "  3: threads 8, duration 30 s, host.logicalCores 4",
            "  4: threads 8, duration 60 s, host.logicalCores 2",
            "  5: the only configuration of tiny on Elsewhere, wired",
            "  6: threads 4, duration 30 s, host.logicalCores 64");
  }

  @Test
  void configurations_areToldApartByWhatIsSet_notByWhatFollowsOrIsAbsent() {
    run(1, 1000, "Memory 1", 4);
    WrittenRun open = run(2, 1000, "Memory 1", 4);
    open.json
        .withObject("/spec")
        .put("pacing", "open")
        .put("minStartedPercent", 99)
        .put("ratePerSecond", 100);
    open.file("run.json", open.json.toString());
    assertThat(stage.run("history", "results").out())
        .containsPattern("2026-11-01 .* defaults\n")
        .containsPattern("2026-11-02 .* rate 100/s\n")
        .doesNotContain("no rate", "pacing", "minStarted");
  }

  @Test
  void tenthConfiguration_isWrittenLikeTheOthers() {
    for (int i = 1; i <= 10; i++) {
      WrittenRun run = run(i, 1000, "Memory 1", 4);
      run.json.withObject("/spec/settings").put("layout", "a-name-that-is-rather-long-" + i);
      run.file("run.json", run.json.toString());
    }
    assertThat(stage.run("history", "results").out())
        .contains("  9: layout a-name-", "  10: layout a-name-that-is-rather-long-10\n");
  }

  @Test
  void fewRuns_haveTheFiguresOfAnotherMetric() {
    run(1, 1000, "Memory 1", 4);
    run(2, 900, "Memory 1", 4);
    assertThat(stage.run("history", "results").out()).doesNotContain("transactions/s of");
    assertThat(stage.run("history", "results", "--metric", "/spec/threads").out())
        .contains("/spec/threads of tiny on Memory: 4.000, 4.000\n");
  }

  @Test
  void anotherMetric_isDrawnWhereOutSays() {
    twentyDays();
    Stage.Outcome outcome =
        stage
            .run("history", "results", "--metric", "/spec/threads", "--out", "threads.html")
            .well();
    assertThat(outcome.out()).contains("/spec/threads of tiny", "no change shown");
    assertThat(directory.resolve("threads.html")).exists();
    Stage.Outcome none =
        stage.run("history", "results", "--metric", "/summary/nothing", "--out", "none.html");
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.errorLines()).hasSize(1);
    assertThat(none.err()).contains("No completed run has /summary/nothing");
    assertThat(directory.resolve("none.html")).doesNotExist();
  }

  @Test
  void everyPercentile_isInTheCsv_andCanBeDrawn() throws IOException {
    new WrittenRun(directory.resolve("results/a")).write(2000, 1);
    List<String> ids = Percentile.BELOW_MAX.stream().map(each -> each.metric("")).toList();
    String head = stage.run("history", "results", "--csv").out().lines().findFirst().orElse("");
    assertThat(head.split(",")).contains("started_at", "directory", "trusted").containsAll(ids);
    for (Percentile each : Percentile.ALL) {
      Stage.Outcome drawn = stage.run("history", "results", "--metric", each.metric(""));
      assertThat(drawn.out()).contains(each.label() + " ms of tiny");
    }
  }

  @Test
  void runsThatAreNotToBeTrusted_areMarked() {
    twentyDays();
    for (int day : new int[] {3, 11}) {
      WrittenRun doubtful = run(day, 1000 - day, "Memory 1", 4);
      doubtful.json.putObject("trust").put("trusted", false);
      doubtful.file("run.json", doubtful.json.toString());
    }
    Stage.Outcome outcome = stage.run("history", "results");
    assertThat(outcome.out().lines())
        .contains("    ?       ?", "  ? not to be trusted: 2 of them")
        .anyMatch(line -> line.contains("change at") && line.endsWith(", 12-4"))
        .filteredOn(line -> line.startsWith("  2026-11-03"))
        .allMatch(line -> line.matches(".* no +Memory 1 .*"));
    assertThat(directory.resolve("results/history.html"))
        .content()
        .contains(",997.0,\"?\"]", "A hollow mark is a run that is not to be trusted");
  }

  @Test
  void runThatLinksLeadTo_isThereOnce() throws IOException {
    twentyDays();
    Path results = directory.resolve("results");
    Files.createSymbolicLink(results.resolve("latest"), results.resolve("day/20-4"));
    Files.createSymbolicLink(results.resolve("again"), results);
    Files.createDirectory(results.resolve("copy"));
    Files.createSymbolicLink(
        results.resolve("copy/run.json"), results.resolve("day/20-4/run.json"));
    assertThat(stage.run("history", "results").out()).contains("threads 4: 20 runs");
    Files.createSymbolicLink(directory.resolve("link"), results);
    assertThat(stage.run("history", "link").out()).contains("threads 4: 20 runs");
  }

  /** Numbers, times and files that no run writes end neither the list nor the program. */
  @Test
  void implausibleRuns_areSkippedWithFileAndLine() throws IOException {
    run(1, 1000, "Memory 1", 4);
    Map<String, String> damages = new LinkedHashMap<>();
    damages.put("\"transactionsPerSecond\":1000.0", "\"transactionsPerSecond\":-5");
    damages.put("\"seed\":7", "\"seed\":" + "9".repeat(400));
    damages.put("\"threads\":", "\"more\":1e999,\"threads\":");
    damages.put("2026", "+999999999");
    damages.put("\"workload\":\"tiny\"", "\"workload\":" + "[".repeat(20_000));
    int hour = 2;
    for (Map.Entry<String, String> damage : damages.entrySet()) {
      WrittenRun run = run(hour, 1000, "Memory 1", 4);
      String json = run.json.toString();
      String changed = json.replace(damage.getKey(), damage.getValue());
      assertThat(changed).as(damage.getKey()).isNotEqualTo(json);
      run.file("run.json", "{\n" + changed.substring(1));
      Stage.Outcome outcome = stage.run("history", "results").well();
      String warning =
          "day/" + hour + "-4/run.json cannot be read: .* \\(line 2\\); it is left out";
      assertThat(outcome.err()).containsPattern(warning);
      assertThat(outcome.out()).contains("1 run of tiny");
      hour++;
    }
    WrittenRun large = run(hour, 1000, "Memory 1", 4);
    try (RandomAccessFile file =
        new RandomAccessFile(large.path.resolve("run.json").toFile(), "rw")) {
      file.setLength(1L << 30);
    }
    try (RandomAccessFile file =
        new RandomAccessFile(
            run(hour + 1, 1000, "Memory 1", 4).path.resolve("stalls.csv").toFile(), "rw")) {
      file.setLength(1L << 30);
    }
    Stage.Outcome outcome = stage.run("history", "results").well();
    assertThat(outcome.err()).contains("it is too large", "stalls.csv ends with a line");
    assertThat(outcome.out()).contains("1 run of tiny");
  }

  @Test
  void damagedRuns_andThoseOfAnotherVersion_areSkippedWithAWarning() {
    run(1, 1000, "Memory 1", 4);
    WrittenRun half = run(2, 1000, "Memory 1", 4);
    half.file("run.json", half.json.toString().substring(0, 100));
    WrittenRun later = run(3, 1000, "Memory 1", 4);
    later.json.put("schemaVersion", 2);
    later.file("run.json", later.json.toString());
    Stage.Outcome outcome = stage.run("history", "results").well();
    assertThat(outcome.err().lines())
        .anyMatch(line -> line.matches(".*day/2-4/run.json cannot be read.*it is left out\\."))
        .anyMatch(line -> line.matches(".*day/3-4/run.json has version 2, but this Stall.*"));
    assertThat(outcome.out()).contains("1 run of tiny");
    Stage.Outcome alone = stage.run("history", "results/day/2-4");
    assertThat(alone.exit()).isEqualTo(2);
    assertThat(alone.err()).contains("run.json cannot be read", "contains no readable run");
  }

  @Test
  void wrongUsage_isOneLine() {
    run(1, 1000, "Memory 1", 4);
    for (String args : new String[] {"nowhere", "results --metric p98_ms"}) {
      Stage.Outcome outcome = stage.run(("history " + args).split(" "));
      assertThat(outcome.exit()).isEqualTo(2);
      assertThat(outcome.errorLines()).hasSize(1);
    }
    assertThat(stage.run("history", "results", "--metric", "p98_ms").err()).contains("p95_ms");
  }

  @Test
  void outThatIsADirectory_isSaidToBe() {
    twentyDays();
    Stage.Outcome outcome = stage.run("history", "results", "--out", "results");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err())
        .contains(directory.resolve("results") + " cannot be written: it is a directory");
  }
}
