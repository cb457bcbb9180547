package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server is killed by SIGKILL in the middle of a run and started again. The run and {@code verify
 * --run} must agree on how many acknowledged transactions it lost. The results of timeseries under
 * all settings are the table in docs/reliability.md.
 */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DurabilityContract {

  /** One line per kill: server, setting, workload, acknowledged, lost. */
  private static final Path TABLE = Path.of("target", "durability.csv");

  private static final Pattern LOST =
      Pattern.compile("([\\d,]+)(?: or more)? acknowledged transactions? (?:are|is) gone");

  @TempDir private Path directory;

  private Server server;

  abstract Server start();

  /** Settings under which a killed process loses nothing. */
  abstract List<String> durable();

  /** Settings under which it may lose acknowledged transactions. */
  abstract List<String> notDurable();

  /** The running server with this setting. */
  abstract Server with(Server running, String setting) throws Exception;

  @BeforeAll
  void begin() {
    server = start();
    server = server.at(server.ownUrl());
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
  }

  private Stream<String> some() {
    return Stream.of(notDurable().get(0));
  }

  private Stream<String> others() {
    return Stream.concat(durable().stream(), notDurable().stream().skip(1));
  }

  @ParameterizedTest
  @MethodSource("some")
  void runAndVerify_findWhatAKilledServerLost(String setting) throws Exception {
    assertBothFindTheLoss(setting, "timeseries sensors=50 batch=50");
  }

  private void assertBothFindTheLoss(String setting, String workload) throws Exception {
    Server set = with(server, setting);
    Program program =
        new Program(
            Files.createTempDirectory(directory, "run"),
            Map.of("STALLMARK_PASSWORD", server.password()));
    succeeds(program, arguments(set, workload, "drop", "--yes"));
    Program.Running running =
        program.start(
            arguments(
                set,
                workload,
                "run",
                "--threads",
                "8",
                "--seconds",
                "12",
                "--allow-errors",
                "100"));
    running.until(() -> program.intervals("transactions").stream().filter(n -> n > 0).count() >= 3);
    server.kill();
    server = server.startAgain();
    Program.Result run = Program.finish(running);
    long lost = lost(run);
    assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(lost > 0 ? 1 : 0);
    if (durable().contains(setting)) {
      assertThat(lost).as(setting).isZero();
    }
    Path results = program.results().get(0);
    Program.Result verified =
        program.call(
            arguments(set, workload, "verify", "--run", results.toAbsolutePath().toString()));
    assertThat(lost(verified)).as(verified.out() + verified.err()).isEqualTo(lost);
    if (lost == 0) {
      assertThat(verified.out()).contains("Every recorded write is there.");
    } else {
      assertThat(verified.exit()).isEqualTo(1);
    }
    long acknowledged = program.runJson().at("/summary/transactions").asLong();
    Files.writeString(
        TABLE,
        String.format(
            Locale.ROOT,
            "%s,%s,%s,%d,%d%n",
            getClass().getSimpleName(),
            setting,
            workload,
            acknowledged,
            lost),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  @Thorough
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("others")
  void runAndVerify_findWhatItLost_underOtherSettings(String setting) throws Exception {
    assertBothFindTheLoss(setting, "timeseries sensors=50 batch=50");
  }

  /** With workloads that record some of their writes. */
  @Thorough
  @ParameterizedTest
  @MethodSource("someOrNone")
  void runAndVerify_findWhatItLost_ofOtherWorkloads(String setting, String workload)
      throws Exception {
    assertBothFindTheLoss(setting, workload);
  }

  private Stream<Arguments> someOrNone() {
    return Stream.of(durable().get(0), notDurable().get(0))
        .flatMap(
            setting ->
                Stream.of(
                    Arguments.of(setting, "linkbench ids=3000 max-degree=3000"),
                    Arguments.of(setting, "tpcc cardinality=2 home=random"),
                    Arguments.of(setting, "sysbench tables=2 rows=1000 mix=insert")));
  }

  private static long lost(Program.Result result) {
    Matcher lost = LOST.matcher(result.out() + result.err());
    return lost.find() ? Long.parseLong(lost.group(1).replace(",", "")) : 0;
  }

  private static void succeeds(Program program, String... arguments) {
    program.call(arguments).well();
  }

  private static String[] arguments(Server at, String workload, String command, String... more) {
    String[] words = workload.split(" ");
    List<String> arguments = new ArrayList<>(List.of(command, words[0], "--url", at.url()));
    if (at.storageOption() != null) {
      arguments.addAll(List.of("--storage", at.storageOption()));
    }
    for (int i = 1; i < words.length; i++) {
      arguments.addAll(List.of("-p", words[i]));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }
}
