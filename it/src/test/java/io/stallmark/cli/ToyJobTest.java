package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The main job on the toy bindings: a dialect and one line are all that a database needs. */
final class ToyJobTest {

  @TempDir Path directory;

  private Calls.Result succeeds(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of("sysbench"));
    arguments.addAll(List.of("--url", "h2:file:" + directory.resolve("bench")));
    arguments.addAll(List.of("-p", "tables=2", "-p", "rows=500"));
    arguments.addAll(List.of(more));
    return succeeds(command, arguments);
  }

  private Calls.Result succeeds(String command, List<String> arguments) {
    Calls.Result result =
        new Calls(directory)
            .run(Stream.concat(Stream.of(command), arguments.stream()).toArray(String[]::new))
            .well();
    return result;
  }

  @Test
  void dialectAndOneLine_loadRunVerifyAndDrop() {
    assertThat(succeeds("run", "--threads", "2", "--events", "200").out()).contains("200", "H2");
    succeeds("verify");
    assertThat(succeeds("drop", "--yes").out())
        .isEqualTo("Dropped 2 tables of sysbench: sbtest1, sbtest2\n");
  }

  @Test
  void inserts_goOnFromTheLastIdWhereTheDatabaseDoesNot() {
    succeeds("load");
    succeeds("run", "--threads", "2", "--events", "100", "-p", "mix=insert");
    succeeds("verify", "-p", "mix=insert");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sysbench -p tables=2 -p rows=500",
        "timeseries -p sensors=20 -p batch=20",
        "linkbench -p ids=200 -p max-degree=50",
        "userdocs -p owners=5 -p documents=50",
        "ycsb -p records=500",
        "insertbench -p rows-i0=2000 -p clients=2",
        "tpcb",
        "transfer -p documents=200 -p direction=both",
      })
  void everyWorkload_runsOnSqlite_andVerifies(String settings) {
    List<String> arguments = new ArrayList<>(List.of(settings.split(" ")));
    arguments.addAll(List.of("--url", "sqlite:" + directory.resolve("bench")));
    List<String> run = new ArrayList<>(arguments);
    run.addAll(List.of("--threads", "2", "--events", "100", "--verify"));
    succeeds("run", run);
    arguments.add("--yes");
    assertThat(succeeds("drop", arguments).out()).matches("Dropped [1-9].*\n");
  }

  @Test
  void engineInThisProcess_isNamedByTrustAndCost() {
    JsonNode run =
        new JsonMapper()
            .readTree(succeeds("run", "--threads", "2", "--events", "200", "--json").out());
    assertThat(run.at("/trust/cautions/0").asString())
        .startsWith("The database runs in the generator's process");
    assertThat(run.at("/cost/sources/process/what").asString())
        .isEqualTo("the database and the load generator, in one process");
    assertThat(run.at("/cost/sources/process/perTransaction/cpuMicroseconds").asDouble())
        .isPositive();
    assertThat(succeeds("run", "--threads", "2", "--events", "200").out())
        .contains("µs of CPU, the generator's too");
  }

  /** SQLite computes with binary floating point, whatever the type of a column. */
  @Test
  void ordersOnADatabaseWithoutExactDecimals_failAndSayWhy() {
    Calls.Result result =
        new Calls(directory)
            .run(
                "run",
                "tpcc",
                "--url",
                "sqlite:" + directory.resolve("bench"),
                "-p",
                "cardinality=2",
                "--events",
                "100");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("The database does not add decimals exactly");
  }

  @Test
  void newConnectionForEachTransaction_isTimedAsConnect() {
    String out = succeeds("run", "--threads", "2", "--events", "50", "--connect", "each").out();
    assertThat(out)
        .contains("a new connection for each transaction")
        .containsPattern("\n  connect +[\\d.,]+ +[\\d.,]+ ");
  }
}
