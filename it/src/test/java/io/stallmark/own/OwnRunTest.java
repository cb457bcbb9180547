package io.stallmark.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.cli.FileDatabaseTest;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of own statements have what those of every other workload have. */
final class OwnRunTest extends FileDatabaseTest {

  private static final String FILE =
      """
      values: {kind: "uniform:1..3"}
      tables:
        t: {rows: 9, sql: "CREATE TABLE t (kind INT, n INT)", insert: {kind: ":row", n: 0}}
      transactions: {count: {steps: [{sql: "UPDATE t SET n = n + 1 WHERE kind = :kind", rows: 1}]}}
      """;

  private Calls.Result run(String... more) throws Exception {
    String line = "run own --threads 2 --interval 0.1 --file " + file("own.yaml", FILE);
    return call(H2, words(line, more)).well();
  }

  private List<String> kinds() throws Exception {
    return execute(H2, "SELECT kind FROM t WHERE n > 0 ORDER BY kind");
  }

  @Test
  void phases_haveValues() throws Exception {
    String calm = "calm seconds=1 threads=1 kind=uniform:7..7";
    String busy = "busy seconds=1 kind=uniform:8..8";
    assertThat(run("--phase", calm, "--phase", busy).out()).contains("calm", "busy");
    assertThat(kinds()).containsExactly("7", "8");
    Calls.Result wrong =
        call(
            H2,
            words(
                "run own --file " + directory.resolve("own.yaml"),
                "--phase",
                "a seconds=1 kidn=now"));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.lastError()).contains("-p kidn: ", "has no such value; did you mean kind?");
  }

  @Test
  void rate_andRepetitions_areTaken() throws Exception {
    // on a busy machine, few arrivals may start
    String[] options = {"--rate", "200", "--seconds", "0.2", "--repeat", "2", "--min-started", "0"};
    run(options);
    assertThat(kinds()).isNotEmpty().isSubsetOf("1", "2", "3");
  }

  @Test
  void experiment_comparesValues() throws Exception {
    String experiment =
        """
        name: kinds
        workload: own
        databases: {here: {url: '%s'}}
        database: here
        options: {events: 20}
        settings: {file: '%s'}
        matrix:
          of:
            few: {settings: {kind: 'uniform:1..1'}}
            many: {settings: {kind: 'uniform:1..9'}}
        """
            .formatted(at(H2), file("own.yaml", FILE));
    new Calls(directory).run("experiment", file("e.yaml", experiment), "--out", "out").well();
    assertThat(Files.readAllLines(directory.resolve("out/experiment.csv")))
        .hasSize(3)
        .filteredOn(line -> line.contains(",completed,"))
        .hasSize(2);
  }
}
