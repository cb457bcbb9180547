package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Records {@link HeldRun} anew, with a real server. */
final class HeldRunRecorder {

  private static final int HOLD_MILLIS = 1500;

  private HeldRunRecorder() {}

  static void record(Server server, Path directory) throws Exception {
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Running running =
        program.start(
            Program.words(
                "run timeseries --rate 40 --seconds 24 --interval 0.5 --threads 8 -p"
                    + " batch=100",
                "--url",
                server.url()));
    Path counted = directory.resolve("counters.txt");
    try (RecordedCounters counters = new RecordedCounters(server, counted)) {
      counters.begin();
      Awaitility.await()
          .forever()
          .pollInterval(50, TimeUnit.MILLISECONDS)
          .failFast("the run ended", () -> !running.process().isAlive())
          .until(() -> program.intervals("transactions").size() >= 20);
      String id = server.container().getContainerId();
      server.container().getDockerClient().pauseContainerCmd(id).exec();
      Thread.sleep(HOLD_MILLIS); // the hold itself
      server.container().getDockerClient().unpauseContainerCmd(id).exec();
      Program.finish(running).well();
    }
    Path run = program.results().get(0);
    List<String> stalls = Files.readAllLines(run.resolve("stalls.csv"));
    assertThat(stalls).as("its head and the hold, no other stall").hasSize(2);
    for (String name : RealRunPageIT.files(run)) {
      keep(run.resolve(name));
    }
    keep(counted);
  }

  private static void keep(Path file) throws IOException {
    Files.write(HeldRun.RECORDED.resolve(file.getFileName()), Files.readAllBytes(file));
  }
}
