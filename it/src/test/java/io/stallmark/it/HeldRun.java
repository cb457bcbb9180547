package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

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
    static final HeldRun RUN = make();

    private static HeldRun make() {
      try {
        for (int attempt = 1; ; attempt++) {
          HeldRun run =
              in(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "held-run-"));
          if (run.isHeldByNothingElse() || attempt == ATTEMPTS) {
            return run;
          }
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The same for all classes that one JVM tests; they leave it as it is. */
  static HeldRun get() {
    return Shared.RUN;
  }

  /** Nor by the host of this machine, which would have stalls and bands of its own in the page. */
  private boolean isHeldByNothingElse() throws IOException {
    return stalls(directory).size() == 1 && !program.intervals("generator_bound").contains(1L);
  }

  private static List<String> stalls(Path run) throws IOException {
    return Files.readAllLines(run.resolve("stalls.csv")).stream().skip(1).toList();
  }

  /** Makes it, of 24 s. */
  private static HeldRun in(Path directory) throws Exception {
    try (Server server = Server.mysql9()) {
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
            .atMost(1, TimeUnit.MINUTES)
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
      List<String> stalls = stalls(run);
      assertThat(stalls).as("the hold").isNotEmpty();
      String[] stall = stalls.get(stalls.size() - 1).split(",");
      return new HeldRun(
          program,
          run,
          Double.parseDouble(stall[0]),
          Double.parseDouble(stall[1]),
          directory.resolve(COUNTERS));
    }
  }
}
