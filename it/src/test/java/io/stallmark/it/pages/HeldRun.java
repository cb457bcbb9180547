package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.opentest4j.TestAbortedException;

/**
 * A real run whose server stood still once, for one and a half seconds.
 *
 * @param directory the run's
 * @param start when that was, seconds since the measurement started
 * @param length of it, seconds
 * @param counters the server's, second by second
 */
record HeldRun(Program program, Path directory, double start, double length, Path counters) {

  private static final String COUNTERS = "counters.txt";
  private static final int HOLD_MILLIS = 1500;
  private static final int ATTEMPTS = 3;

  /** Made by the first class that looks at it. */
  private static final class Shared {
    static final Optional<HeldRun> RUN = make();

    private static Optional<HeldRun> make() {
      Path target = Path.of("target").toAbsolutePath();
      Optional<HeldRun> made = Optional.empty();
      try {
        for (int i = 0; i < ATTEMPTS && made.isEmpty(); i++) {
          made = in(Files.createTempDirectory(target, "held-run-"));
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      return made;
    }
  }

  /** The same for all classes that one JVM tests; they leave it as it is. */
  static HeldRun get() {
    return Shared.RUN.orElseThrow(
        () ->
            new TestAbortedException(
                "this machine's host held each of " + ATTEMPTS + " runs as long as the test did"));
  }

  /** Whether the host was busy at that time: the page then has a band that says so. */
  boolean isBound() throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve("intervals.csv"));
    int bound = List.of(lines.get(0).split(",")).indexOf("generator_bound");
    return lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .filter(line -> Double.parseDouble(line[0]) < start + length + 1)
        .filter(line -> Double.parseDouble(line[1]) > start - 1)
        .anyMatch(line -> line[bound].equals("1"));
  }

  /** Makes it, of 24 s; empty: the hold is not the only stall. */
  private static Optional<HeldRun> in(Path directory) throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Running running =
        program.start(
            "run",
            "timeseries",
            "--url",
            server.url(),
            "--rate",
            "40",
            "--seconds",
            "24",
            "--interval",
            "0.5",
            "--threads",
            "8",
            "-p",
            "batch=100");
    Program.Result result;
    try (RecordedCounters counters = new RecordedCounters(server, directory.resolve(COUNTERS))) {
      counters.begin();
      Awaitility.await()
          .forever()
          .pollInterval(50, TimeUnit.MILLISECONDS)
          .until(() -> program.intervals("transactions").size() >= 20);
      String id = server.container().getContainerId();
      server.container().getDockerClient().pauseContainerCmd(id).exec();
      Thread.sleep(HOLD_MILLIS); // the hold itself
      server.container().getDockerClient().unpauseContainerCmd(id).exec();
      result = Program.finish(running);
    }
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    Path run = program.results().get(0);
    assertThat(result.out()).contains(run.getFileName() + "/report.html");
    List<String> stalls = Files.readAllLines(run.resolve("stalls.csv"));
    if (stalls.size() != 2) {
      return Optional.empty();
    }
    String[] stall = stalls.get(1).split(",");
    return Optional.of(
        new HeldRun(
            program,
            run,
            Double.parseDouble(stall[0]),
            Double.parseDouble(stall[1]),
            directory.resolve(COUNTERS)));
  }
}
