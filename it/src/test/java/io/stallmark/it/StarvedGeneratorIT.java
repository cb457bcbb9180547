package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The same run twice, with processors to spare and with hardly any: the program shares one
 * processor with others that never rest, the server keeps all. Real time is the subject.
 */
@Docker
@EnabledOnOs(OS.LINUX) // taskset
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StarvedGeneratorIT {

  private static final int HOGS = 2;
  private static final String PROCESSOR = "0";

  private Server server;

  @BeforeAll
  void begin() {
    server = Server.mysql9();
  }

  @AfterAll
  void end() {
    if (server != null) {
      server.close();
    }
  }

  private Program program(Path directory) {
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private Program.Running start(Program program) throws IOException {
    return program.start(
        "run",
        "sysbench",
        "--url",
        server.url(),
        "--threads",
        "8",
        "--rate",
        "200",
        "--warmup",
        "3",
        "--seconds",
        "7",
        "-p",
        "mix=point_select",
        "-p",
        "tables=1",
        "-p",
        "rows=1000");
  }

  @Test
  void aGeneratorWithProcessorsToSpare_isTrusted(@TempDir Path directory) throws IOException {
    Program program = program(directory);
    Program.Result result = Program.finish(start(program));
    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode trust = program.runJson().get("trust");
    assertThat(trust.get("trusted").asBoolean(false)).as(trust.toPrettyString()).isTrue();
    assertThat(result.out()).contains("\nTrust: yes").doesNotContain("NOT TO BE TRUSTED");
    assertThat(program.intervals("generator_bound")).hasSizeGreaterThanOrEqualTo(7);
  }

  @Test
  void aStarvedGenerator_saysSoInEveryOutput(@TempDir Path directory) throws Exception {
    Program program = program(directory);
    Program.Running running = start(program);
    List<Process> hogs = new ArrayList<>();
    try {
      Awaitility.await()
          .atMost(1, TimeUnit.MINUTES)
          .until(() -> !program.intervals("generator_bound").isEmpty());
      starve(running.process(), hogs);
      Program.Result result = Program.finish(running);
      assertThat(result.exit()).as(result.err()).isZero();
      JsonNode trust = program.runJson().get("trust");
      assertThat(trust.get("trusted").asBoolean(true)).as(trust.toPrettyString()).isFalse();
      assertThat(trust.at("/limits/reasons/cpu_queue/judgedIntervals").asInt())
          .as(trust.toPrettyString())
          .isPositive();
      assertThat(trust.get("reasons").toString()).contains("its clients waited for a processor");
      assertThat(program.intervals("generator_bound").stream().mapToLong(Long::longValue).sum())
          .isGreaterThanOrEqualTo(2);
      assertThat(result.out()).contains("GENERATOR BOUND: ", "cpu_queue", "\nNOT TO BE TRUSTED:\n");
      assertThat(result.err()).contains("Warning: In ", "the generator, not the database");
    } finally {
      hogs.forEach(Process::destroyForcibly);
      running.process().destroy();
    }
  }

  /** On one processor, where it gets a twentieth beside the others. */
  private static void starve(Process program, List<Process> hogs) throws Exception {
    String pid = Long.toString(program.pid());
    assertThat(start("taskset", "-a", "-c", "-p", PROCESSOR, pid).waitFor()).isZero();
    try (Stream<Path> threads = Files.list(Path.of("/proc", pid, "task"))) {
      for (Path thread : threads.toList()) { // a process is as nice as its first thread only
        start("renice", "-n", "10", "-p", thread.getFileName().toString()).waitFor();
      }
    }
    for (int i = 0; i < HOGS; i++) {
      hogs.add(start("taskset", "-c", PROCESSOR, "sh", "-c", "while :; do :; done"));
    }
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }
}
