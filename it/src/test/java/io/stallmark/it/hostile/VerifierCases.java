package io.stallmark.it.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that another client changed right after a load: {@code verify} names table and row. */
@Docker
@ExtendWith(OutcomeLog.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class VerifierCases {

  /**
   * A change of one row.
   *
   * @param statement SQL, or {@code collection filter update} of MongoDB; an update that begins
   *     with {@code [} is a pipeline, "delete" deletes, "insert" inserts the filter
   * @param table the table of the row
   */
  record Change(String workload, String name, String statement, String table) {
    @Override
    public String toString() {
      return workload + ": " + name;
    }
  }

  private static final Map<String, List<String>> SETTINGS =
      Map.of(
          "sysbench", List.of("-p", "tables=1", "-p", "rows=200"),
          "timeseries", List.of("-p", "sensors=10", "-p", "batch=10", "-p", "preload=40"),
          "linkbench", List.of("-p", "ids=300", "-p", "max-degree=50"));

  @TempDir private Path directory;

  private Server server;
  private String loaded = ""; // workload whose rows are saved

  abstract Server emptied();

  /** Keeps the rows of all tables. */
  abstract void save(Server server) throws Exception;

  /** Makes all tables have the rows again that were saved. */
  abstract void restore(Server server) throws Exception;

  abstract List<Change> changes();

  /** What the output must say of this change in particular. */
  String says(Change change) {
    return "";
  }

  /** Applies the change; returns how many rows it changed. */
  abstract long apply(Server server, Change change) throws Exception;

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void changedRow_isAFinding(Change change) throws Exception {
    load(change);
    assertThat(apply(server, change)).isPositive();
    Calls.Result verified = call(server, "verify", change);
    assertThat(verified.exit()).as(verified.out() + verified.err()).isEqualTo(1);
    assertThat(verified.err())
        .as("names a row")
        .containsPattern("(?i)(sensor|node|id) ?=?[0-9]|: .*[0-9]|is empty");
    assertThat(verified.out()).contains(says(change));
    assertThat(verified.err()).doesNotContain("\tat ").doesNotContain("bug in Stallmark");
  }

  /** One load for all cases of a workload. */
  private void load(Change change) throws Exception {
    if (loaded.equals(change.workload())) {
      restore(server);
      return;
    }
    server = emptied();
    call(server, "load", change).well();
    save(server);
    loaded = change.workload();
  }

  private Calls.Result call(Server server, String command, Change change) {
    List<String> line = new ArrayList<>(List.of(command, change.workload(), "--url", server.url()));
    line.addAll(SETTINGS.getOrDefault(change.workload(), List.of()));
    return new Calls(directory, Map.of("STALLMARK_PASSWORD", server.password()))
        .run(line.toArray(String[]::new));
  }
}
