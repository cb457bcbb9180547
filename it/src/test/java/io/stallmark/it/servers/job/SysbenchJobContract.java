package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The main job on one server: load, run each mix, verify, drop. The first of each command is of the
 * runnable jar.
 */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class SysbenchJobContract {

  private static final int ROWS = 2000;

  /** Those that leave the number of rows as it is, but for the ones of the phases. */
  private static final List<String> MIXES =
      List.of(
          "point_select",
          "update_index",
          "update_non_index",
          "select_random_points",
          "select_random_ranges");

  private Server server;
  private Program program;

  /** Starts the server. */
  abstract Server start();

  /** What a run on this server must say of itself, somewhere in its output. */
  abstract List<String> says();

  /** Whether a transaction costs this server a statement to begin. */
  boolean sendsBegin() {
    return true;
  }

  @BeforeAll
  void begin(@TempDir Path directory) {
    server = start();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  /** In percent of the transactions, as an option; null: as few as are allowed anyway. */
  @Nullable String allowedErrors() {
    return null;
  }

  private String[] arguments(String command, String... more) {
    return arguments(ROWS, command, more);
  }

  private String[] arguments(int rows, String command, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "sysbench",
                "--url",
                server.url(),
                "-p",
                "tables=2",
                "-p",
                "rows=" + rows));
    if (server.storageOption() != null) {
      arguments.addAll(List.of("--storage", server.storageOption()));
    }
    if (command.equals("run") && allowedErrors() != null) {
      arguments.addAll(List.of("--allow-errors", allowedErrors()));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private Program.Result succeeds(String command, String... more) {
    return succeeded(program.call(arguments(command, more)));
  }

  private static Program.Result succeeded(Program.Result result) {
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    return result;
  }

  @Test
  @Order(1)
  void verifyOfAnEmptyDatabase_saysWhatIsMissing() {
    Program.Result result = program.call(arguments("verify"));
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.lastError()).contains("load");
  }

  @Test
  @Order(1)
  void dryRun_saysWhatIsThere_andLeavesNothing() {
    assertThat(succeeds("run", "--dry-run").out())
        .contains("connection  works: ", "absent; the run loads them", "-- point_select");
    assertThat(program.call(arguments("verify")).exit()).isEqualTo(1);
  }

  @Test
  @Order(2)
  void run_loadsMeasuresAndSaves() throws Exception {
    Program.Result result =
        succeeded(
            program.run(
                arguments(
                    "run", "--verbose", "--threads", "3", "--seconds", "1", "--warmup", "0.5")));
    for (String words : says()) {
      assertThat(result.out() + result.err()).contains(words);
    }
    assertThat(result.out()).contains("scheduled", "never started");
    Path run = program.results().get(0);
    JsonNode json = new JsonMapper().readTree(Files.readString(run.resolve("run.json")));
    JsonNode summary = json.get("summary");
    long transactions = summary.get("transactions").asLong();
    assertThat(transactions).isPositive();
    assertThat(summary.get("transactionsPerSecond").asDouble()).isPositive();
    JsonNode kinds = summary.get("kinds");
    assertThat(kinds.has("begin")).isEqualTo(sendsBegin());
    assertThat(summary.get("otherStatements").asLong())
        .isEqualTo(
            kinds.path("begin").path("count").asLong()
                + kinds.path("commit").path("count").asLong());
    List<String> lines = Files.readAllLines(run.resolve("intervals.csv"));
    int column = List.of(lines.get(0).split(",")).indexOf("transactions");
    assertThat(lines.stream().skip(1).mapToLong(l -> Long.parseLong(l.split(",")[column])).sum())
        .isEqualTo(transactions);
    assertThat(run.resolve("latency.hlog")).isNotEmptyFile();
  }

  @Test
  @Order(3)
  void verify_provesTheDataRightAfterTheRun() {
    assertThat(succeeded(program.run(arguments("verify"))).out())
        .contains("index on k has the same");
  }

  @Test
  @Order(4)
  void everyMix_runs_orIsAPhase_andLeavesTheDataRight() throws Exception {
    for (String mix : MIXES) {
      succeeds("run", "--threads", "2", "--events", "50", "-p", "mix=" + mix);
    }
    succeeds(
        "run",
        "--threads=4",
        "--phase=reads seconds=1 mix=read_only threads=2",
        "--phase=writes seconds=1 mix=write_only");
    JsonNode json = program.runJson();
    assertThat(json.get("phases")).hasSize(2);
    for (JsonNode phase : json.get("phases")) {
      assertThat(phase.get("transactions").asLong()).as("%s", phase).isPositive();
    }
    succeeds("verify");
    assertThat(succeeds("run", "--dry-run").out()).contains("present, as declared, with ");
  }

  @Test
  @Order(5)
  void openLoop_isNeverAheadOfItsRate() throws Exception {
    succeeds(
        "run", "--threads=8", "--seconds=1", "--rate=20", "--arrivals=poisson", "--min-started=0");
    JsonNode summary = program.runJson().get("summary");
    assertThat(summary.get("scheduled").asLong()).isBetween(5L, 60L); // by the seed
    assertThat(summary.get("started").asLong() + summary.get("neverStarted").asLong())
        .isEqualTo(summary.get("scheduled").asLong());
    assertThat(summary.get("transactions").asLong())
        .isPositive()
        .isLessThanOrEqualTo(summary.get("started").asLong());
  }

  @Test
  @Order(6)
  void runOfAnotherSize_isRefused() {
    Program.Result result = program.call(arguments(ROWS - 1, "run", "--seconds", "1"));
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.lastError()).contains("1,999", "2,000", "rows=");
  }

  @Test
  @Order(7)
  void mixThatInserts_runs_andDropLeavesNothing() {
    runsAndDrops("insert");
  }

  @Thorough
  @Test
  @Order(8)
  void mixThatDeletes_runs_andDropLeavesNothing() {
    runsAndDrops("delete");
  }

  private void runsAndDrops(String mix) {
    succeeds("run", "--threads", "2", "--events", "50", "-p", "mix=" + mix);
    succeeds("verify", "-p", "mix=" + mix);
    assertThat(succeeded(program.run(arguments("drop", "--yes"))).out())
        .isEqualTo("Dropped 2 tables of sysbench: sbtest1, sbtest2\n");
    assertThat(program.call(arguments("verify")).exit()).isEqualTo(1);
  }

  @Test
  @Order(9)
  void noPasswordIsInAnyFile() throws Exception {
    assertThat(program.files()).doesNotContain(server.password());
  }
}
