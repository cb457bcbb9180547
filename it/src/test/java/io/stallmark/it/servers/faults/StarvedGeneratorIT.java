package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Prometheus;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The same run with processors to spare and with hardly any: the program shares what it has with
 * others that never rest. Real time is the subject. A machine that is busy with other things as
 * well starves them the more.
 */
@RealTime
@Docker
@EnabledOnOs(OS.LINUX) // taskset
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StarvedGeneratorIT {

  private static final int HOGS_PER_PROCESSOR = 2;

  private static final String FLAG = "generator_bound";

  /** Seconds, of times in files. */
  private static final double ROUNDED = 0.002;

  private static final String ONE = "0";
  private static final String ALL = "0-" + (Runtime.getRuntime().availableProcessors() - 1);

  /** When transactions start. */
  private enum Loop {
    OPEN("--rate", "200", "--min-started", "0"), // trust is the subject
    CLOSED;

    private final List<String> options;

    Loop(String... options) {
      this.options = List.of(options);
    }
  }

  private Server server;

  @BeforeAll
  void begin() {
    server = SharedServer.MYSQL.emptied();
  }

  private static Program program(Path directory, Server server) {
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password())).asUsersHaveIt();
  }

  private static Program.Running start(Program program, Server server, Loop loop, String seconds)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", "sysbench", "--url", server.url()));
    arguments.addAll(List.of("--threads", "8", "--warmup", "3", "--seconds", seconds));
    arguments.addAll(List.of("-p", "mix=point_select", "-p", "tables=1", "-p", "rows=1000"));
    arguments.addAll(List.of("--metrics", "prometheus:0"));
    arguments.addAll(loop.options);
    return program.start(arguments.toArray(String[]::new));
  }

  @Thorough
  @Test
  void aGeneratorWithProcessorsToSpare_isTrusted(@TempDir Path directory) throws Exception {
    Program program = program(directory, server);
    Program.Result result = Program.finish(start(program, server, Loop.OPEN, "7")).well();
    assertThat(program.intervals("generator_bound")).hasSize(7);
    JsonNode trust = program.runJson().get("trust");
    assertThat(trust.at("/worst/serverCpuPercent").asDouble()).as("it is seen here").isPositive();
    assertThat(trust.get("trusted").asBoolean(false)).as(trust.toPrettyString()).isTrue();
    assertThat(result.out()).contains("\nTrusted").doesNotContain("UNTRUSTED");
  }

  @Thorough // TrustTest judges such readings
  @Test
  void aStarvedOpenLoop_saysSoInEveryOutput(@TempDir Path directory) throws Exception {
    saysSoInEveryOutput(Loop.OPEN, directory);
  }

  @Thorough
  @Test
  void aStarvedClosedLoop_saysSoInEveryOutput(@TempDir Path directory) throws Exception {
    saysSoInEveryOutput(Loop.CLOSED, directory);
  }

  private void saysSoInEveryOutput(Loop loop, Path directory) throws Exception {
    Program program = program(directory, server);
    Program.Running running = start(program, server, loop, "7");
    List<Process> hogs = new ArrayList<>();
    try {
      String metrics = metrics(running);
      starve(program, running, ONE, HOGS_PER_PROCESSOR, hogs);
      running.until(() -> scrape(metrics).contains("\nstallmark_generator_bound 1.0\n"));
      assertThat(starved(program, Program.finish(running)).at("/worst/serverCpuPercent").asDouble())
          .as("the server is seen here, and it is not the one that has the processors")
          .isPositive();
    } finally {
      hogs.forEach(Process::destroyForcibly);
      running.process().destroy();
    }
    inFiles(program);
    inWhatIsMadeOfThem(program, directory);
  }

  /** No processor is idle. That was an excuse, whoever had them and wherever the server was. */
  @Thorough
  @Test
  void aStarvedClosedLoop_ofAServerElsewhere_isNotExcusedByABusyMachine(@TempDir Path directory)
      throws Exception {
    try (Server elsewhere = Server.unseenMysql9()) {
      Program program = program(directory, elsewhere);
      Program.Running running = start(program, elsewhere, Loop.CLOSED, "10");
      List<Process> hogs = new ArrayList<>();
      try {
        int processors = Runtime.getRuntime().availableProcessors();
        starve(program, running, ALL, HOGS_PER_PROCESSOR * processors, hogs);
        JsonNode trust = starved(program, Program.finish(running));
        assertThat(trust.at("/worst/machineCpuPercent").asDouble()).isGreaterThan(90);
        assertThat(trust.get("worst").has("serverCpuPercent")).isFalse();
        assertThat(trust.get("cautions").toString()).contains("The server's process was not found");
      } finally {
        hogs.forEach(Process::destroyForcibly);
        running.process().destroy();
      }
    }
  }

  /** What the run itself says; returns {@code trust} of its run.json. */
  private static JsonNode starved(Program program, Program.Result result) throws IOException {
    assertThat(result.exit()).as(result.err()).isZero();
    JsonNode trust = program.runJson().get("trust");
    assertThat(trust.get("trusted").asBoolean(true)).as(trust.toPrettyString()).isFalse();
    String cause = trust.get("cause").asString();
    assertThat(cause).as(trust.toPrettyString()).isIn("other_cpu", "cpu_queue");
    assertThat(trust.at("/limits/reasons/" + cause + "/judgedIntervals").asInt()).isPositive();
    assertThat(trust.get("reasons").toString())
        .containsAnyOf("other processes used", "its clients waited for a processor");
    assertThat(program.intervals("generator_bound").stream().mapToLong(Long::longValue).sum())
        .isGreaterThanOrEqualTo(2);
    assertThat(result.out()).contains("  generator starved\n", "\nUNTRUSTED: ", " intervals");
    return trust;
  }

  private static void inFiles(Program program) throws IOException {
    Path run = program.results().get(0);
    long flagged = program.intervals("generator_bound").stream().mapToLong(Long::longValue).sum();
    assertThat(Files.readAllLines(run.resolve("trust.csv")))
        .filteredOn(line -> line.split(",", -1)[2].equals("1"))
        .hasSize((int) flagged);
    assertThat(Files.readAllLines(run.resolve("latency.hlog")))
        .filteredOn(line -> line.startsWith("Tag=generator_bound,"))
        .hasSize((int) flagged);
    assertThat(Files.readString(run.resolve("report.html")))
        .containsPattern("\"generator_bound\":\\[[^]]*1");
    List<double[]> bound = new ArrayList<>();
    for (double[] row : rows(run, "intervals.csv", "start_s", "end_s", FLAG)) {
      if (row[2] == 1) {
        bound.add(row);
      }
    }
    List<double[]> cost = rows(run, "cost.csv", "start_s", "end_s", FLAG);
    assertThat(cost)
        .anyMatch(row -> row[2] == 1)
        .allSatisfy(row -> assertThat(row[2] == 1).isEqualTo(touches(row, bound, ROUNDED)));
    for (String file : List.of("stalls.csv", "dips.csv")) { // either may have found none
      List<double[]> found = rows(run, file, "start_s", "length_s", FLAG);
      found.forEach(row -> row[1] += row[0]);
      assertThat(found)
          .allSatisfy(
              row ->
                  assertThat(row[2] == 1)
                      .isIn(touches(row, bound, ROUNDED), touches(row, bound, -ROUNDED)));
    }
  }

  /** Whether one of the others has more than so many seconds in common with a time. */
  private static boolean touches(double[] time, List<double[]> others, double by) {
    return others.stream()
        .anyMatch(other -> Math.min(time[1], other[1]) - Math.max(time[0], other[0]) > by);
  }

  private static List<double[]> rows(Path run, String file, String... columns) throws IOException {
    List<String> lines = Files.readAllLines(run.resolve(file));
    List<String> head = List.of(lines.get(0).split(","));
    assertThat(head).as(file).contains(columns);
    return lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .map(
            fields ->
                Stream.of(columns)
                    .mapToDouble(name -> Double.parseDouble(fields[head.indexOf(name)]))
                    .toArray())
        .toList();
  }

  private static double judgedBound(Path run) throws IOException {
    return json(run.resolve("run.json")).at("/trust/judgedFlaggedPercent").asDouble();
  }

  /** A copy of a run would be the same run. */
  private static Path asAnotherRun(Path run, Path copy) throws IOException {
    Files.createDirectory(copy);
    try (Stream<Path> files = Files.list(run)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    ObjectNode json = (ObjectNode) json(copy.resolve("run.json"));
    Files.writeString(copy.resolve("run.json"), json.put("id", "another run").toString());
    return copy;
  }

  private static void inWhatIsMadeOfThem(Program program, Path directory) throws IOException {
    String run = program.results().get(0).toString();
    Program.Result report = program.call("report", run, "--jmh", "jmh.json");
    assertThat(report.err()).contains("is not to be trusted");
    assertThat(json(directory.resolve("jmh.json")).findValues("generatorBound"))
        .hasSize(3)
        .allSatisfy(metric -> assertThat(metric.get("score").asDouble()).isPositive());
    String other = asAnotherRun(program.results().get(0), directory.resolve("other")).toString();
    Program.Result compare = program.call("compare", run, other, "--out", "compared");
    assertThat(compare.out()).contains("starved, %");
    assertThat(json(directory.resolve("compared/comparison.json")).get("rows"))
        .filteredOn(row -> row.get("id").asString().equals("generator_bound_percent"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.get("a").asDouble())
                    .isPositive()
                    .isCloseTo(judgedBound(program.results().get(0)), within(5.0)));
    assertThat(Files.readString(directory.resolve("compared/comparison.csv")))
        .contains("\ngenerator_bound_percent,trust,");
    assertThat(Files.readString(directory.resolve("compared/comparison.html")))
        .contains("\"judgedFlaggedPercent\":", "\"trusted\":false");
    assertThat(program.call("history", "results").out()).containsPattern("\\d+ +no\n");
  }

  /**
   * Once the run measures, takes from the program nearly all of the processors.
   *
   * @param processors as taskset has them
   * @param count of those that it is to share them with
   */
  private static void starve(
      Program program, Program.Running running, String processors, int count, List<Process> hogs)
      throws Exception {
    running.until(() -> !program.intervals("generator_bound").isEmpty());
    Process process = running.process();
    String pid = Long.toString(process.pid());
    assertThat(start("taskset", "-a", "-c", "-p", processors, pid).waitFor()).isZero();
    nice(process);
    for (int i = 0; i < count; i++) {
      String loop = "ulimit -t 100; while :; do :; done"; // it ends, should this test not
      hogs.add(start("taskset", "-c", processors, "sh", "-c", loop));
    }
  }

  /** All of its threads; a process is as nice as its first one only. */
  private static void nice(Process process) throws Exception {
    try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
      for (Path thread : threads.toList()) {
        start("renice", "-n", "10", "-p", thread.getFileName().toString()).waitFor();
      }
    }
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Where the program says that its metrics are. */
  private static String metrics(Program.Running running) throws Exception {
    Pattern announced = Pattern.compile("(?m)^Metrics at (.*)$");
    running.until(() -> announced.matcher(running.err()).find());
    return announced.matcher(running.err()).results().findFirst().orElseThrow().group(1);
  }

  /** Empty: it has ended. */
  private static String scrape(String metrics) throws InterruptedException {
    try {
      return Prometheus.get(metrics);
    } catch (IOException e) {
      return "";
    }
  }

  private static JsonNode json(Path file) throws IOException {
    return new JsonMapper().readTree(Files.readString(file));
  }
}
