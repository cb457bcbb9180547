package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs by the command line on a database in memory. */
final class RunCommandTest extends StagedTest {

  private static final String CANARY = "Canary-7d1f";

  @Test
  void run_loadsMeasuresReportsAndSaves() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events", "100", "-p", "rows=20", "--verbose").well();
    assertThat(stage.binding.tables.get("tiny")).hasValue(20);
    assertThat(outcome.out())
        .contains("transactions/s", "scheduled 100 = started 100 + never started 0")
        .contains("started 100 = succeeded 100 + failed 0 + in flight 0", "look", "touch");
    assertThat(outcome.err()).contains("Loading 1 table", "Warning: Tiny proves little.");
    JsonNode json = stage.json();
    assertThat(json.get("state").asString()).isEqualTo("completed");
    assertThat(json.get("summary").get("transactions").asLong()).isEqualTo(100);
    assertThat(json.get("summary").get("otherStatements").asLong()).isEqualTo(200);
    assertThat(json.get("spec").get("settings").get("rows").asLong()).isEqualTo(20);
    assertThat(stage.results().get(0)).isDirectoryContaining("glob:**.csv");
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void withoutVerbose_theHeadlineIsLast_within40Lines() {
    Stage.Outcome outcome = stage.runTiny("--seconds", "0.6", "--interval", "0.1").well();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("tiny on memory 1 (memory://host/db)");
    assertThat(lines.get(1)).isEqualTo("  2 threads, 0.6 s, closed loop");
    assertThat(lines.get(lines.size() - 1)).endsWith(": tiny on memory 1");
    assertThat(outcome.out().split(Pattern.quote(lines.get(lines.size() - 1)), -1))
        .as("the headline occurs once")
        .hasSize(2);
    assertThat(lines).allMatch(line -> line.length() <= 80 || line.startsWith("Report: "));
    assertThat(lines.size() + outcome.errorLines().size()).isLessThanOrEqualTo(40);
    assertThat(outcome.out() + outcome.err()).containsOnlyOnce("Tiny proves little.");
  }

  @Test
  void nameAndTags_areInTheResults_andInTheHistory() throws IOException {
    stage
        .runTiny("--events=5", "--name", "nightly", "--tag", "commit=1a2b", "--tag", "branch=x")
        .well();
    assertThat(stage.json().get("name").asString()).isEqualTo("nightly");
    assertThat(stage.json().get("tags")).hasToString("{\"commit\":\"1a2b\",\"branch\":\"x\"}");
    assertThat(stage.run("history", "results", "--verbose").out())
        .contains("  nightly commit=1a2b branch=x\n");
    assertThat(stage.runTiny("--tag", "commit").err()).contains("--tag takes key=value");
    assertThat(stage.runTiny("--tag", "a=1", "--tag", "a=2").err()).contains("gives a twice");
  }

  @Test
  void missedLimit_isAFailure_andInEveryOutput() throws IOException {
    Stage.Outcome outcome =
        stage.runTiny(
            "--events=100",
            "--limit=errors<1%",
            "--limit=transactions/s<0.1",
            "--limit=p99.9<1h",
            "--junit=limits.xml");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("Limit met: errors are 0 %, limit 1 %\n")
        .containsPattern("Limit MISSED: transactions/s is [0-9.,]+, limit 0\\.1\n")
        .contains("Limit MISSED: p99.9 needs 10,000 transactions, the run has 100, limit 1 h\n");
    assertThat(outcome.err()).contains("2 limits were missed: transactions/s is ");
    JsonNode limits = stage.json().get("limits");
    assertThat(limits).hasSize(3);
    assertThat(limits.get(0).get("met").asBoolean()).isTrue();
    assertThat(limits.get(2).has("value")).isFalse();
    assertThat(stage.json().get("state").asString()).as("it measured").isEqualTo("completed");
    assertThat(Files.readString(directory.resolve("limits.xml")))
        .contains("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"0\"")
        .contains("name=\"p99.9&lt;1h\"");
  }

  @Test
  void limitThatIsNotReported_isSaidToBe() {
    assertThat(stage.runTiny("--events=9", "--limit=data_bytes<1G", "--limit=max<1ms").out())
        .contains("Limit MISSED: data_bytes is not reported, limit 1G\n")
        .containsPattern("Limit [a-zA-Z]+: max is [0-9.]+ ms, limit 1 ms\n");
  }

  @Test
  void keptLimits_letTheRunPass() throws IOException {
    stage.runTiny("--events=2000", "--limit=max<1h", "--limit=throughput>0.001", "--quiet").well();
    assertThat(stage.json().get("limits").get(0).get("met").asBoolean()).isTrue();
    assertThat(Files.readString(stage.results().get(0).resolve("report.html")))
        .contains("--limit 'max\\u003c1h'");
  }

  @Test
  void json_isRunJson_andNothingElse() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events=5", "--json", "--name=x").well();
    Path run = stage.results().get(0);
    assertThat(outcome.out()).isEqualTo(Files.readString(run.resolve("run.json")));
    assertThat(outcome.err()).contains("Loading 1 table", "transactions/s", "Report: ");
  }

  @Test
  void csv_hasALineOfNamesAndOneForTheRun() {
    List<String> lines = stage.runTiny("--events=5", "--csv", "--quiet").out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).startsWith("directory,started_at,workload,database,name,tags,state,");
    assertThat(lines.get(0).split(",", -1)).hasSameSizeAs(lines.get(1).split(",", -1));
    assertThat(lines.get(1)).contains(",tiny,memory 1,");
  }

  @Test
  void markdown_hasTheHeadlineAndATable() {
    List<String> lines = stage.runTiny("--events=50", "--markdown").out().lines().toList();
    assertThat(lines.get(0)).matches("\\*\\*[\\d,.]+ transactions/s.*: tiny on .*\\*\\*");
    assertThat(lines).contains("|---|--:|--:|--:|--:|--:|--:|");
    assertThat(lines).anyMatch(line -> line.startsWith("| transaction | "));
  }

  @Test
  void quiet_printsTheHeadlineOnly() {
    Stage.Outcome outcome = stage.runTiny("--events=50", "--quiet");
    assertThat(outcome.out().lines()).hasSize(1);
    assertThat(outcome.out()).contains(" transactions/s", ": tiny on ");
    assertThat(outcome.err()).isEmpty();
    assertThat(stage.runTiny("--quiet", "--seconds=soon").err()).contains("'soon'");
  }

  @Test
  void formsOfOutput_excludeEachOther() {
    assertThat(stage.runTiny("--json", "--csv").err()).contains("exclude each other");
    assertThat(stage.runTiny("--quiet", "--verbose").err()).contains("exclude each other");
    assertThat(stage.runTiny("--dry-run", "--json").err())
        .contains("--dry-run must be without --json");
  }

  @Test
  void severalRuns_areOneDocument() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events=5", "--repeat=2", "--out=r", "--json").well();
    JsonNode runs = new JsonMapper().readTree(outcome.out());
    assertThat(runs.size()).isEqualTo(2);
    assertThat(runs.get(1).get("state").asString()).isEqualTo("completed");
    Stage.Outcome resumed = stage.runTiny("--events=5", "--repeat=2", "--out=r", "--csv");
    assertThat(resumed.out().lines()).hasSize(3);
  }

  @Test
  void times_mayHaveUnits() throws IOException {
    stage.runTiny("--events=5", "--seconds=1m", "--interval=500ms", "--reconnect", "1.5m").well();
    JsonNode spec = stage.json().get("spec");
    assertThat(spec.get("durationSeconds").asDouble()).isEqualTo(60);
    assertThat(spec.get("intervalSeconds").asDouble()).isEqualTo(0.5);
    assertThat(spec.get("reconnectSeconds").asDouble()).isEqualTo(90);
  }

  @Test
  void listWithAName_andHelpWithACommand_showThatOne() {
    assertThat(stage.run("list", "tiny").out())
        .contains("  tiny ", "-p rows=")
        .doesNotContain("Databases");
    assertThat(stage.run("list", "memory").out()).contains("  memory ").doesNotContain("-p rows");
    Stage.Outcome unknown = stage.run("list", "tinny");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("No workload or database 'tinny'", "tiny");
    assertThat(stage.run("help", "run").out()).isEqualTo(stage.run("run", "--help").out());
    assertThat(stage.run("help").out()).isEqualTo(stage.run("--help").out());
    Stage.Outcome misspelt = stage.run("help", "rnu");
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.err()).contains("did you mean run?");
  }

  @Test
  void sizesOff_sendsNothingForSizes() {
    assertThat(stage.runTiny("--events", "5", "--sizes", "off").exit()).isZero();
    assertThat(stage.binding.sized).hasValue(0);
    assertThat(stage.runTiny("--events", "5").exit()).isZero();
    assertThat(stage.binding.sized).hasPositiveValue();
    assertThat(stage.runTiny("--sizes", "maybe").err()).contains("--sizes", "neither on nor off");
  }

  @Test
  void settingsLeftToTheWorkload_areInTheResults_withWhatTheyCameTo() throws IOException {
    Stage.Outcome outcome =
        stage.runTiny("--events", "5", "-p", "share=0", "-p", "rows=20", "--verbose").well();
    assertThat(outcome.out())
        .contains("  settings  rows=20 share=0.0", "\n  resolved  share=0.25\n");
    assertThat(stage.json().at("/spec/settings/share").asDouble()).isZero();
    assertThat(stage.json().at("/spec/resolved")).hasToString("{\"share\":0.25}");
    assertThat(stage.runTiny("--dry-run", "-p", "share=0").out()).contains("  share=0.25\n");
  }

  @Test
  void settingsAndOptions_mayStandInAnyOrder() throws IOException {
    stage
        .run(
            Stage.words(
                "run -p rows=20 --events 7 --seed 5 tiny -p share=0.25 --interval 0.5"
                    + " --threads 1",
                "--url",
                Stage.URL))
        .well();
    JsonNode spec = stage.json().get("spec");
    assertThat(spec.get("settings").get("rows").asLong()).isEqualTo(20);
    assertThat(spec.get("settings").get("share").asDouble()).isEqualTo(0.25);
    assertThat(spec.get("events").asLong()).isEqualTo(7);
    assertThat(spec.get("intervalSeconds").asDouble()).isEqualTo(0.5);
    assertThat(stage.json().get("seed").asLong()).isEqualTo(5);
    assertThat(stage.json().get("requestSeed").asLong()).isEqualTo(5);
  }

  @Test
  void withoutThreads_thereAreAsManyAsTheWorkloadSays() throws IOException {
    stage.run("run", "tiny", "--url", Stage.URL, "--events", "5");
    assertThat(stage.json().get("spec").get("threads").asInt()).isEqualTo(3);
  }

  @Test
  void openLoop_saysSoAndKeepsTheIdentity() throws IOException {
    Stage.Outcome outcome =
        stage.runTiny("--rate", "1k", "--seconds", "0.3", "--min-started", "0%").well();
    assertThat(outcome.out()).contains("open loop, 1,000.0 arrivals/s, constant");
    JsonNode summary = stage.json().get("summary");
    assertThat(summary.get("scheduled").asLong())
        .isEqualTo(summary.get("started").asLong() + summary.get("neverStarted").asLong());
  }

  @Test
  void scheduleOfRates_isAsLongAsTheRun_andInItsResults() throws IOException {
    stage.runTiny("--rate", "1k@0.2s,0@0.1s,2k..0@0.1s", "--min-started=0").well();
    JsonNode json = stage.json();
    assertThat(json.get("summary").get("scheduled").asLong()).isEqualTo(300);
    assertThat(json.get("spec").get("durationSeconds").asDouble()).isEqualTo(0.4);
    assertThat(json.get("spec").get("rateSchedule").asString())
        .isEqualTo("1000@0.2s,0@0.1s,2000..0@0.1s");
  }

  @Test
  void ratesFromAFile_areFollowed() throws IOException {
    Files.writeString(
        directory.resolve("bursts.csv"), "second,rate\n0,100\n0.1,2k\n# quiet\n0.2,0\n");
    stage.runTiny("--rate-file=bursts.csv", "--arrivals=constant", "--min-started=0").well();
    assertThat(stage.json().get("summary").get("scheduled").asLong()).isEqualTo(210);
  }

  @Test
  void thinkTime_slowsAClosedLoopDown_andIsInTheResults() throws IOException {
    stage
        .runTiny("--think-time", "exponential:20ms", "--events", "20", "--request-seed", "1")
        .well();
    JsonNode json = stage.json();
    assertThat(json.at("/summary/elapsedNanoseconds").asLong())
        .as("the two clients pause 18 times, 20 ms on average")
        .isGreaterThan(50_000_000L);
    assertThat(json.get("spec").get("thinkTimeSeconds").asDouble()).isEqualTo(0.02);
    assertThat(json.get("spec").get("thinkTime").asString()).isEqualTo("exponential");
  }

  @Test
  void beginThatSendsNothing_isNoStatement() throws IOException {
    stage.binding.beginIsStatement = false;
    assertThat(stage.runTiny("--events", "100").exit()).isZero();
    JsonNode summary = stage.json().get("summary");
    assertThat(summary.get("kinds").has("begin")).isFalse();
    assertThat(summary.get("kinds").get("commit").get("count").asLong()).isEqualTo(100);
    assertThat(summary.get("otherStatements").asLong()).isEqualTo(100);
  }

  @Test
  void overload_isInTheWarnings() throws IOException {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault = execution -> LockSupport.parkNanos(2_000_000);
    Stage.Outcome outcome =
        stage.runTiny("--rate", "100k", "--seconds", "0.4", "--interval", "0.1");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1); // by --min-started
    assertThat(outcome.out()).contains(" of 40,000 arrivals never started (0");
    assertThat(outcome.out()).containsOnlyOnce("never started");
    assertThat(outcome.err()).containsOnlyOnce("never started");
    JsonNode json = stage.json();
    assertThat(json.get("warnings").toString()).contains("never started");
  }

  @Test
  void tablesOfAnotherSize_areRefusedAndNothingRemains() {
    stage.binding.tables.put("tiny", new AtomicLong(11));
    Stage.Outcome outcome = stage.runTiny("--events", "10");
    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("Each table must have 10 rows, but tiny has 11. Give the number");
    assertThat(directory).isEmptyDirectory();
    assertThat(stage.binding.tables).containsKey("tiny");
  }

  @Test
  void fewerConnectionsThanThreads_refusesTheRunAndNothingRemains() {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.mostSessions = 3;
    Stage.Outcome outcome = stage.run("run", "tiny", "--url", Stage.URL, "--threads", "8");
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.errorLines().get(outcome.errorLines().size() - 1))
        .isEqualTo("stallmark: Too many connections");
    assertThat(directory).isEmptyDirectory();
    assertThat(stage.binding.open).hasValue(0);
  }

  @Test
  void wrongPassword_isOneLineWithoutThePassword() {
    stage.binding.password = "another";
    stage.environment.put("STALLMARK_PASSWORD", CANARY);
    Stage.Outcome outcome = stage.runTiny();
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.errorLines()).containsExactly("stallmark: Access denied with password ***");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aPassword_comesFromFileOrUrlOrEnvironment() throws IOException {
    stage.binding.password = CANARY;
    Path file = Files.writeString(directory.resolve("password"), CANARY + "\n");
    assertThat(stage.runTiny("--events", "5", "--password-file", "password").exit()).isZero();
    Files.delete(file);
    String url = "memory://me:" + CANARY + "@host/db";
    Stage.Outcome inUrl =
        stage.run("run", "tiny", "--url", url, "--events", "5", "--threads", "2").well();
    assertThat(inUrl.err()).contains("Warning: The password in the URL");
    stage.environment.put("STALLMARK_PASSWORD", CANARY + "\n"); // as Kubernetes makes it
    Stage.Outcome outcome = stage.runTiny("--events", "5").well();
    assertThat(outcome.out() + outcome.err() + inUrl.out() + inUrl.err()).doesNotContain(CANARY);
    assertThat(files()).contains("me@host").doesNotContain(CANARY);
  }

  @Test
  void resultsThatCannotBeWritten_endTheRunBeforeItTouchesTheDatabase() throws IOException {
    Files.writeString(directory.resolve("file"), "");
    Stage.Outcome outcome = stage.runTiny("--out", "file");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains(" is not a directory");
    assertThat(stage.binding.tables).isEmpty();
  }

  /** All result files, concatenated. */
  private String files() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(path));
      }
    }
    return all.toString();
  }

  @Test
  void metrics_areServedFromBeforeTheLoadToTheEnd() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events", "20", "--metrics", "prometheus:0").well();
    assertThat(outcome.err().lines().findFirst())
        .get()
        .asString()
        .startsWith("Metrics at http://127.0.0.1:");
    assertThat(outcome.err().indexOf("Metrics at")).isLessThan(outcome.err().indexOf("Loading"));
  }

  @Test
  void metricsAtATakenPort_endTheRunBeforeItBegins() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Stage.Outcome outcome =
          stage.runTiny("--events", "20", "--metrics", "prometheus:" + taken.getLocalPort());
      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.errorLines()).hasSize(1);
      assertThat(outcome.err()).contains("The metrics cannot be served at 127.0.0.1:");
      assertThat(stage.results()).isEmpty();
      assertThat(stage.binding.tables).isEmpty();
    }
  }

  @Test
  void aRequestSeed_makesOtherDrawings_ofTheSameTables() throws IOException {
    for (String seed : List.of("20261120", "7", "7")) {
      assertThat(stage.runTiny("--events", "4", "--request-seed", seed).exit()).isZero();
    }
    assertThat(stage.runTiny("--events", "4").out()).doesNotContain("of the operations");
    List<Long> drawn = stage.workload.drawn;
    assertThat(drawn.get(1)).isNotEqualTo(drawn.get(0)).isEqualTo(drawn.get(2));
    assertThat(drawn.get(3)).isEqualTo(drawn.get(0));
  }
}
