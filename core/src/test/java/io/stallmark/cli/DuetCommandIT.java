package io.stallmark.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two databases in one measurement, on the memory database. */
@Execution(ExecutionMode.CONCURRENT)
final class DuetCommandIT extends StagedTest {

  private static final String A = "memory://one/db";
  private static final String B = "memory://two/db";

  private Stage.Outcome duet(String... more) {
    List<String> words = new ArrayList<>(List.of("duet", "tiny", "--a", A, "--b", B));
    words.addAll(List.of("--threads", "4", "--interval", "0.1"));
    words.addAll(List.of(more));
    if (!words.contains("--seconds")) {
      words.addAll(List.of("--seconds", "2.5"));
    }
    return stage.run(words.toArray(String[]::new));
  }

  private JsonNode document() throws IOException {
    return json(stage.results().get(0).resolve("duet.json"));
  }

  private static JsonNode json(Path file) throws IOException {
    return new JsonMapper().readTree(Files.readString(file));
  }

  private Path run(String side) throws IOException {
    try (Stream<Path> runs = Files.list(stage.results().get(0).resolve(side))) {
      return runs.findFirst().orElseThrow();
    }
  }

  @Test
  void bothSides_areComparedByTheirSeconds() throws IOException {
    Stage.Outcome outcome = duet().well();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(40);
    assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.length() <= 80);
    assertThat(lines.get(lines.size() - 1)).endsWith("duet.html");
    assertThat(lines.get(0)).startsWith("Duet of tiny: 2").endsWith(" pairs of intervals");
    assertThat(lines.get(1)).startsWith("Mode together: at the same time, because ");
    assertThat(lines)
        .anyMatch(line -> line.startsWith("A  " + A))
        .anyMatch(line -> line.startsWith("B  " + B))
        .anyMatch(line -> line.matches(" +transactions/s .* % +-?[\\d.+]+ to .* %.*"));
    JsonNode json = document();
    assertThat(PublishedFormsTest.faults(PublishedFormsTest.schema("duet"), json)).isEmpty();
    assertThat(json.path("mode").asString()).isEqualTo("together");
    int pairs = json.path("seconds").size();
    assertThat(pairs).isBetween(20, 25);
    assertThat(json.path("looks").size()).isEqualTo(pairs / 5);
    JsonNode throughput = json.path("rows").get(0);
    assertThat(throughput.path("low").asDouble())
        .isLessThanOrEqualTo(throughput.path("difference").asDouble());
    assertThat(stage.results().get(0).resolve("duet.html")).exists();
    assertThat(Files.readAllLines(stage.results().get(0).resolve("seconds.csv")))
        .hasSize(pairs + 1)
        .startsWith("start_s,a_per_s,b_per_s");
  }

  @Test
  void clientsOfBothSides_areHalfOfAll_andDrawTheSameOperations() throws IOException {
    assertThat(duet().exit()).isZero();
    for (String side : List.of("a", "b")) {
      assertThat(json(run(side).resolve("run.json")).at("/spec/threads").asInt()).isEqualTo(2);
    }
    assertThat(stage.workload.drawn).hasSize(2); // by the first client of each side
    assertThat(new HashSet<>(stage.workload.drawn)).hasSize(1);
  }

  @Test
  void measurementsOfBothSides_beginAtTheSameTime() throws IOException {
    assertThat(duet("--warmup", "0.2").exit()).isZero();
    List<String> ofA = Files.readAllLines(run("a").resolve("intervals.csv"));
    List<String> ofB = Files.readAllLines(run("b").resolve("intervals.csv"));
    assertThat(ofA.get(1).split(",")[0]).isEqualTo(ofB.get(1).split(",")[0]);
  }

  @Test
  void settingOfASide_replacesTheCommonOne() throws IOException {
    assertThat(duet("-p", "share=0.5", "--b-p", "share=1").exit()).isZero();
    assertThat(json(run("a").resolve("run.json")).at("/spec/settings/share").asDouble())
        .isEqualTo(0.5);
    assertThat(json(run("b").resolve("run.json")).at("/spec/settings/share").asDouble())
        .isEqualTo(1);
  }

  @Test
  void narrowInterval_endsTheDuetBeforeItsTime() throws IOException {
    duet("--until", "99%", "--seconds", "3600").well();
    assertThat(document().path("seconds").size()).isGreaterThanOrEqualTo(30);
    assertThat(json(run("a").resolve("run.json")).path("state").asString()).isEqualTo("completed");
  }

  @Test
  void openLoop_hasTheSameArrivalsOnBothSides() throws IOException {
    // on a busy machine, few arrivals may start
    duet("--rate", "200", "--arrivals", "poisson", "--min-started", "0").well();
    assertThat(json(run("a").resolve("run.json")).at("/summary/scheduled"))
        .isEqualTo(json(run("b").resolve("run.json")).at("/summary/scheduled"));
  }

  @Test
  void gate_hasTheExitCodesOfCompare() throws IOException {
    assertThat(duet("--gate", "throughput=999%", "--junit", "gate.xml").exit()).isZero();
    assertThat(directory.resolve("gate.xml")).content().contains("transactions_per_s");
    Stage.Outcome wrong = duet("--gate", "throughputs=5%");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.told()).contains("did you mean throughput?");
  }

  @Test
  void whatFailsASideAfterItsMeasurement_leavesTheDuet() throws IOException {
    Stage.Outcome limited =
        duet("--limit", "transactions/s>1000000000", "--gate", "90%", "--junit", "gate.xml");
    assertThat(limited.exit()).isEqualTo(1);
    assertThat(limited.err()).contains("stallmark: A: ", "stallmark: B: ");
    assertThat(Files.readString(directory.resolve("gate.xml"))).contains("<error");
    assertThat(document().path("rows").size()).isGreaterThan(3);
    assertThat(stage.run("history", "results").out()).contains("\n1 duet, transactions/s\n");
  }

  @Test
  void rowOfAGateThatTheDuetLacks_leavesTheDuet() throws IOException {
    Stage.Outcome outcome = duet("--gate", "disk.reads_per_transaction=5%", "--junit", "gate.xml");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.told()).contains("--gate: no row 'disk.reads_per_transaction'");
    assertThat(Files.readString(directory.resolve("gate.xml"))).contains("<error");
    assertThat(document().path("rows").size()).isGreaterThan(3);
  }

  @Test
  void widthThatIsNotReached_isWarnedOf() {
    assertThat(duet("--until", "0.1%", "--seconds", "3.5").well().told())
        .contains(
            "The interval did not become as narrow as --until 0.1 %; less than 2 % is hardly reached.");
  }

  @Test
  void json_isTheOnlyOutput() {
    Stage.Outcome outcome = duet("--json");
    assertThat(new JsonMapper().readTree(outcome.out()).path("mode").asString())
        .isEqualTo("together");
  }

  @Test
  void markdown_hasATable() {
    assertThat(duet("--markdown").out()).contains("|---|--:|--:|--:|---|---|", "Mode together");
  }

  /** Turns need more time, so that a short duet tells the mode at once. */
  @Test
  void sidesWithAServerOnThisMachine_alternate_inAClosedLoop() {
    Stage.Outcome turns = local();
    assertThat(turns.exit()).isEqualTo(2);
    assertThat(turns.err())
        .contains("at least 200 times --interval")
        .contains("the sides take turns, because a server is on this machine");
    assertThat(local("--rate", "200", "--min-started", "0").well().out()).contains("Mode together");
    assertThat(local("--mode", "together").well().out()).contains("Mode together");
  }

  private Stage.Outcome local(String... more) {
    List<String> words =
        new ArrayList<>(List.of("duet", "tiny", "--a", "memory://localhost/db", "--b", B));
    words.addAll(List.of("--threads", "4", "--interval", "0.1", "--seconds", "2.5"));
    words.addAll(List.of(more));
    return stage.run(words.toArray(String[]::new));
  }

  @Test
  void sidesThatAlternate_haveTheServersSettingInTheirTurns() throws IOException {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    stage.binding.fault =
        execution -> {
          String thread = Thread.currentThread().getName();
          if (thread.startsWith("client-")) {
            List<String> settings = stage.binding.configured;
            seen.add(thread.substring(0, 8) + " " + settings.get(settings.size() - 1));
            LockSupport.parkNanos(5_000_000);
          }
        };
    Stage.Outcome outcome =
        stage
            .run(
                ("duet tiny --url memory://one/db --a-sql token=q7w8zz --b-sql set=2 --threads 2"
                        + " --interval 0.1 --seconds 20 --warmup 0.2 --rate 100 --min-started 0")
                    .split(" "))
            .well();
    List<String> lines = outcome.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("Duet of tiny: 20 pairs of slices");
    assertThat(lines.get(1))
        .isEqualTo("Mode alternating: in turns, because a server has one setting at a time");
    assertThat(lines.get(2)).startsWith("Slices of 0.5 s without the first 0.");
    assertThat(lines)
        .anyMatch(line -> line.startsWith("A  memory://one/db token=*** "))
        .containsSubsequence("They differ in", "  before: token=*** → set=2");
    JsonNode json = document();
    assertThat(PublishedFormsTest.faults(PublishedFormsTest.schema("duet"), json)).isEmpty();
    assertThat(json.path("seconds").size()).isEqualTo(20);
    try (Stream<Path> files = Files.walk(stage.results().get(0))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        boolean told = Files.readString(file, ISO_8859_1).contains("q7w8zz");
        assertThat(told).as("secret in " + file).isFalse();
      }
    }
    List<String> first = new ArrayList<>();
    json.path("first").forEach(side -> first.add(side.asString()));
    assertThat(first).hasSize(20).contains("a", "b");
    List<String> configured = stage.binding.configured;
    assertThat(configured.subList(0, 2)) // when both sides open their databases
        .containsExactlyInAnyOrder("token=q7w8zz", "set=2");
    assertThat(configured.subList(2, 6)) // of the warm-up
        .isIn(
            List.of("token=q7w8zz", "set=2", "set=2", "token=q7w8zz"),
            List.of("set=2", "token=q7w8zz", "token=q7w8zz", "set=2"));
    List<String> expected = new ArrayList<>();
    for (String side : first) {
      expected.addAll(
          side.equals("a") ? List.of("token=q7w8zz", "set=2") : List.of("set=2", "token=q7w8zz"));
    }
    assertThat(configured.subList(6, configured.size())).isEqualTo(expected);
    assertThat(seen).containsExactlyInAnyOrder("client-a token=q7w8zz", "client-b set=2");
    for (String side : List.of("a", "b")) {
      JsonNode run = json(run(side).resolve("run.json"));
      assertThat(run.at("/spec/threads").asInt()).isEqualTo(2);
      double seconds = run.at("/summary/elapsedNanoseconds").asLong() / 1e9;
      assertThat(seconds).as("its turns").isGreaterThanOrEqualTo(9.5);
      assertThat(run.at("/summary/scheduled").asDouble())
          .as("nothing arrives between the turns")
          .isCloseTo(100 * seconds, withinPercentage(5));
    }
  }

  @Test
  void transactionsThatOutliveTheirSlice_lengthenTheTurns_andAreWarnedOf() throws IOException {
    stage.binding.fault =
        execution -> {
          boolean ofA = Thread.currentThread().getName().startsWith("client-a");
          LockSupport.parkNanos(ofA ? 10_000_000 : 150_000_000);
        };
    Stage.Outcome outcome =
        stage.run(
            ("duet tiny --a memory://one/db --b memory://two/db --mode alternating --threads 2"
                    + " --interval 0.1 --seconds 20")
                .split(" "));
    assertThat(outcome.told()).contains("transactions ended late, by up to 0.");
    assertThat(document().path("seconds").size()).as("enough for an interval").isEqualTo(20);
    JsonNode throughput = document().path("rows").get(0);
    assertThat(throughput.path("low").isNumber()).isTrue();
    assertThat(throughput.path("b").asDouble()).isBetween(1.0, 16.0);
    assertThat(throughput.path("a").asDouble()).isGreaterThan(50);
  }

  @Test
  void settingThatTheServerRefuses_endsTheDuetBeforeTheMeasurement() {
    stage.binding.refused = "set=2";
    Stage.Outcome outcome =
        stage.run(
            "duet tiny --url memory://one/db --a-sql set=1 --b-sql set=2 --seconds 60".split(" "));
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err())
        .contains("stallmark: B: 'set=2' failed: Unknown system variable\n")
        .doesNotContain("stallmark: A: ");
  }

  @Test
  void gateOfADuetThatFails_isAnErrorWithoutSecrets() throws IOException {
    stage.binding.refused = "token=q7w8zz";
    Stage.Outcome outcome =
        stage.run(
            ("duet tiny --url memory://one/db --a-sql set=1 --b-sql token=q7w8zz --seconds 60"
                    + " --gate 5% --junit gate.xml")
                .split(" "));
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(Files.readString(directory.resolve("gate.xml")))
        .contains("<error", "failed: Unknown system variable")
        .doesNotContain("q7w8zz");
  }

  @Test
  void sideThatFails_isNamed_andEndsTheOther() {
    stage.binding.fault =
        execution -> {
          throw new DbException(DbException.Kind.FATAL, "x", "the disk is full");
        };
    Stage.Outcome outcome = duet();
    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.told()).containsPattern("[AB]: ").contains("the disk is full");
  }

  @Test
  void history_hasTheDuet_andItsSidesApartFromOtherRuns() throws IOException {
    assertThat(duet().exit()).isZero();
    assertThat(stage.run("run", "tiny", "--url", A, "--threads", "2", "--seconds", "1").exit())
        .isZero();
    JsonNode throughput = document().path("rows").get(0);
    Stage.Outcome history = stage.run("history", "results").well();
    String word = throughput.path("verdict").asString();
    assertThat(history.out())
        .startsWith("3 runs of tiny ")
        .contains("duet A", "duet B", "\n1 duet, transactions/s\n")
        .containsPattern("  B is\n.* % .*" + word.replace("no difference shown", "not shown"))
        .containsPattern(" defaults\n");
    assertThat(history.out().lines()).allMatch(line -> line.length() <= 80 || line.contains("/"));
    assertThat(stage.run("history", "results", "--markdown").out())
        .contains("| start (UTC) | workload | A | B | difference | between | B is |");
    assertThat(directory.resolve("results/history.html")).content().contains("/duet.html\"");
  }

  @Test
  void duetThatCannotBeRead_isLeftOut_andItsRunsAreListed() throws IOException {
    assertThat(duet().exit()).isZero();
    for (String damaged : List.of("{", "{}", "[]")) {
      Files.writeString(stage.results().get(0).resolve("duet.json"), damaged);
      Stage.Outcome history = stage.run("history", "results").well();
      assertThat(history.told()).contains("duet.json cannot be read; the duet is left out.");
      assertThat(history.out()).startsWith("2 runs of tiny ").doesNotContain("1 duet");
    }
  }

  @Test
  void compare_doesNotTakeADuet_andNamesItsRuns() {
    assertThat(duet().exit()).isZero();
    String duet = "results/" + stage.results().get(0).getFileName();
    Stage.Outcome refused = stage.run("compare", duet, duet + "/b");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.errorLines()).hasSize(1);
    assertThat(refused.told())
        .contains(duet + " is a duet, which is compared already: see " + duet + "/duet.html")
        .contains("give runs, such as " + duet + "/a and " + duet + "/b");
    assertThat(stage.run("compare", duet + "/a", duet + "/b").exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --a memory://one/db                                       | --b is missing
          --b memory://one/db                                       | --a is missing
          --a memory://one/db --b memory://one/db                   | --b is the database of --a
          --a memory://one/db --b memory://me@one:1/db              | --b is the database of --a
          --a memory://one/db --b memory://two/db --gate p999=5%    | --gate: a duet has no interval of
          --a memory://one/db --b memory://two/db --until 2% --seconds 25 | --seconds must be at least 30
          --a memory://one/db --b memory://two/db --url memory://x/y | --url: a duet has two
          --a memory://one/db --b memory://two/db --threads 3       | --threads must be even
          --a memory://one/db --b memory://two/db --seconds 5       | --seconds must be at least 20
          --a memory://one/db --b memory://two/db --until 0         | --until must be more than 0
          --a memory://one/db --b memory://two/db --until 2% --rate 5 | --until must be given without
          --a memory://one/db --b memory://two/db --gate            | --gate needs a value
          --a memory://one/db --b memory://two/db --gate looks.response.p95_ms=1% | mean look.response.p95_ms?
          --a memory://one/db --b memory://two/db --gate p99=x      | --gate: 'x' is not a size
          --a memory://one/db --b memory://two/db --undecided fail  | --undecided needs --gate
          --a memory://one/db --b memory://two/db --b-p q=1         | q
          """)
  void badInput_isRefusedInOneLine_beforeAnythingRuns(String words, String complaint) {
    List<String> all = new ArrayList<>(List.of("duet", "tiny", "--request-seed", "7"));
    all.addAll(List.of(words.strip().split(" +")));
    Stage.Outcome outcome = stage.run(all.toArray(String[]::new));
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains(complaint);
    assertThat(stage.results()).isEmpty();
  }
}
