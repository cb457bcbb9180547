package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.RealTime;
import io.stallmark.it.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twelve hours of a recorded run, in a heap of 256 MB and on a page. */
@Docker
@Chromium.Needed
@Thorough
final class ReplayedPageIT {

  private static final Path PICTURES = Path.of("target", "report-page");
  private static final int SECONDS = 43_200;
  private static final String CHART = Chromium.CHART;

  @TempDir Path directory;

  /**
   * The recorded run's intervals again and again, through all that listens to a run: twelve hours
   * in phases, and beside them two without, of which it is judged where the run was steady.
   */
  @RealTime
  @Test
  void twelveHoursOfRecordedIntervals_fitInto256MB_andOpenInTwoSeconds() throws Exception {
    HeldRun held = HeldRun.get();
    Process phases = replay(held, "phases", SECONDS, 12);
    Process steady = replay(held, "steady", 7200, 0);
    try (Chromium browser = new Chromium(1200, 900)) {
      browser.open(page(steady));
      assertThat(browser.find("#steady").getText()).contains("transactions/s");
      assertThat(steady.waitFor()).isZero();
      Path page = page(phases);
      assertThat(phases.waitFor()).isZero();
      assertThat(browser.opened(page)).isLessThan(2);
      assertThat(browser.painted("throughput", 0)).isPositive();
      assertThat(browser.find(".subtitle").getText()).contains("12 phases");
      for (String chart :
          List.of("size", "cost-cpuMicroseconds", "cost-readKb", "cost-writtenKb")) {
        assertThat(browser.number(CHART + "return chart.getOption().series[0].data.length", chart))
            .as(chart)
            .isGreaterThan(1000);
      }
      browser.picture(PICTURES.resolve("replayed.png"));
      assertThat(browser.console()).isEmpty();
      assertThat(browser.requests()).isEmpty();
    }
  }

  private Process replay(HeldRun held, String name, int seconds, int parts) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.stallmark.run.ReplayedRun",
            held.directory().toString(),
            held.counters().toString(),
            directory.resolve(name).toString(),
            Integer.toString(seconds),
            Integer.toString(parts))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static Path page(Process replay) throws IOException {
    try (BufferedReader printed = replay.inputReader()) {
      return Path.of(printed.readLine(), "report.html");
    }
  }
}
