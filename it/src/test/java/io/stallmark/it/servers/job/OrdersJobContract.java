package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The workload tpcc on one server, with a fiftieth of the standard's rows. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OrdersJobContract {

  private final SharedServer which;
  private final String storage;
  private Server server;
  private Program program;

  /**
   * @param storage the value of {@code --storage}; empty: none
   */
  OrdersJobContract(SharedServer which, String storage) {
    this.which = which;
    this.storage = storage;
  }

  /** Settings of each run: the first for every day. */
  abstract List<String> settings();

  /** Settings that are refused, and the reason: {@code setting|reason}. */
  abstract List<String> refusals();

  @BeforeEach
  void begin(@TempDir Path directory) {
    server = which.emptied();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private Program.Result call(String command, String settings, String... more) {
    List<String> line = new ArrayList<>(List.of(command, "tpcc", "--url", server.url()));
    Stream.of(("cardinality=2 " + settings).strip().split(" "))
        .forEach(setting -> line.addAll(List.of("-p", setting)));
    if (!storage.isEmpty()) {
      line.addAll(List.of("--storage", storage));
    }
    line.addAll(List.of(more));
    return program.call(line.toArray(String[]::new));
  }

  private Stream<String> usual() {
    return settings().stream().limit(1);
  }

  private Stream<String> others() {
    return settings().stream().skip(1);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("usual")
  void tables_areLoadedRunOnVerifiedAndDropped(String settings) throws IOException {
    assertTheWholeJob(settings);
  }

  @Thorough
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("others")
  void tables_areLoadedRunOnVerifiedAndDropped_withOtherSettings(String settings)
      throws IOException {
    assertTheWholeJob(settings);
  }

  private void assertTheWholeJob(String settings) throws IOException {
    call("load", settings, "--threads", "4").well();
    call("run", settings, "--threads", "4", "--events", "400", "--verify").well();
    JsonNode run = program.runJson();
    assertThat(run.at("/headline/unit").asString()).isEqualTo("new orders/min");
    assertThat(run.at("/headline/value").asDouble()).isPositive();
    assertThat(run.get("responseLimits").size()).isGreaterThanOrEqualTo(5);
    for (String kind : List.of("payment", "order_status", "delivery", "stock_level")) {
      assertThat(run.at("/summary/kinds/" + kind + "/count").asLong()).as(kind).isPositive();
    }
    String record = program.results().get(0).toAbsolutePath().toString();
    Program.Result verified = call("verify", settings, "--run", record);
    verified.well();
    assertThat(verified.out())
        .contains("Every recorded write is there.", "All twelve consistency conditions");
    Program.Result dropped = call("drop", settings, "--yes");
    dropped.well();
    assertThat(dropped.out()).matches("(?s)Dropped [89] tables of tpcc.*");
  }

  @Test
  void settingsThatDoNotFit_areRefusedByName() {
    for (String refusal : refusals()) {
      String[] parts = refusal.split("\\|");
      Program.Result result = call("run", parts[0], "--events", "1");
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(2);
      assertThat(result.lastError()).contains(parts[1]);
    }
  }
}
