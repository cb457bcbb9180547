package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.RealTime;
import io.stallmark.it.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twelve hours of a recorded run, in a heap of 256 MB and on a page. */
@Chromium.Needed
@Thorough
final class ReplayedPageIT {

  private static final int SECONDS = 43_200;
  private static final String CHART = Chromium.CHART;

  @TempDir Path directory;
  private final List<Process> replays = new ArrayList<>();

  @AfterEach
  void end() {
    replays.forEach(Process::destroyForcibly);
  }

  /**
   * The recorded run's intervals again and again, through all that listens to a run: twelve hours
   * in phases, and beside them two without, of which it is judged where the run was steady.
   */
  @RealTime
  @Test
  void twelveHoursOfRecordedIntervals_fitInto256MB_andOpenInTwoSeconds(Chromium browser)
      throws Exception {
    Process phases = replay("phases", SECONDS, 12);
    Process steady = replay("steady", 7200, 0);
    browser.open(page(steady));
    browser.unfold();
    assertThat(browser.find("#steady").getText()).contains("transactions/s");
    assertThat(steady.waitFor()).isZero();
    Path page = page(phases);
    assertThat(phases.waitFor()).isZero();
    assertThat(browser.opened(page)).isLessThan(2);
    assertThat(browser.painted("throughput", 0)).isPositive();
    assertThat(browser.find(".subtitle").getText()).contains("12 phases");
    for (String chart : List.of("size", "cost-cpuMicroseconds", "cost-readKb", "cost-writtenKb")) {
      assertThat(browser.number(CHART + "return chart.getOption().series[0].data.length", chart))
          .as(chart)
          .isGreaterThan(500);
    }
    browser.picture("replayed");
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
  }

  private Process replay(String name, int seconds, int parts) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.stallmark.run.ReplayedRun",
            HeldRun.RECORDED.toString(),
            HeldRun.COUNTERS.toString(),
            directory.resolve(name).toString(),
            Integer.toString(seconds),
            Integer.toString(parts));
    Process replay = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    replays.add(replay);
    return replay;
  }

  private static Path page(Process replay) throws IOException {
    try (BufferedReader printed = replay.inputReader()) {
      String run = printed.readLine();
      assertThat(run).as("the directory, or the process ended: see its error output").isNotNull();
      return Path.of(run, "report.html");
    }
  }
}
