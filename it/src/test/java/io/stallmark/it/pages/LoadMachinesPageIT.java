package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run that several machines generated, in a real browser. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LoadMachinesPageIT {

  private static final int SECONDS = 60;

  private Path directory;
  private Chromium browser;

  @BeforeAll
  void open(@TempDir Path directory, Chromium browser) {
    this.directory = directory;
    this.browser = browser;
    browser.size(1400, 900);
  }

  private void open(int machines) throws IOException {
    Path run = write(directory.resolve("run" + machines), machines);
    Path page = run.resolve("report.html");
    ReportPage.write(run, page);
    browser.open(page);
    browser.unfold();
  }

  /** Writes the files of a run. Machine 2 is lost in its middle, machine 3 was the bottleneck. */
  private static Path write(Path run, int machines) throws IOException {
    LongRun.write(run, SECONDS);
    StringBuilder rows =
        new StringBuilder(
            "start_s,end_s,agent,name,transactions,transactions_per_s,response_p99_ms,"
                + "start_late_p99_ms,own_cpu_percent,skew_ms,generator_bound,bound\n");
    StringJoiner agents = new StringJoiner(",", "[", "]");
    for (int second = 0; second < SECONDS; second++) {
      for (int i = 0; i < machines; i++) {
        if (i != 2 || second < SECONDS / 2) {
          boolean bound = i == 3 && second % 10 == 0;
          rows.append(
              String.format(
                  Locale.ROOT,
                  "%d,%d,%d,load%d.example,%d,%d,%d,0.25,%d,%.3f,%d,%s%n",
                  second,
                  second + 1,
                  i,
                  i,
                  300 + (second * 7 + i) % 20,
                  300 + (second * 7 + i) % 20,
                  20 + i % 10 + second % 7,
                  bound ? 90 : 30 + i,
                  -0.01 * second,
                  bound ? 1 : 0,
                  bound ? "own_cpu" : ""));
        }
      }
    }
    for (int i = 0; i < machines; i++) {
      agents.add(
          String.format(
              Locale.ROOT,
              """
              {"index": %d, "name": "load%d.example", "threads": 16, "processors": 8,
               "transactionsPerSecond": 309.5, "succeeded": 18000, "responseP99Nanoseconds": 31000000,
               "startLateP99Milliseconds": 0.25, "ownCpuPercent": 30,
               "flaggedIntervals": %d, "reasons": [%s], "unknown": %d, "skewNanoseconds": 590000
               %s}""",
              i,
              i,
              i == 3 ? 6 : 0,
              i == 3 ? "\"own_cpu\"" : "",
              i == 2 ? 16 : 0,
              i == 2 ? ", \"lostAtSeconds\": 30.0" : ""));
    }
    Files.writeString(run.resolve("agents.csv"), rows);
    Files.writeString(
        run.resolve("run.json"),
        "{\"state\": \"running\", \"workload\": \"sysbench\", \"binding\": \"mysql\", \"agents\": "
            + agents
            + "}");
    return run;
  }

  private String panels() {
    return (String)
        browser.script(
            "return [...document.querySelectorAll('#agents .panel h3')].map(h => h.textContent).join()");
  }

  private double rows() {
    return browser.number("return document.querySelectorAll('#agents tbody tr').length");
  }

  private String text() {
    return (String) browser.script("return document.querySelector('#agents').textContent");
  }

  /** Charts follow a change of the window when the browser has told them. */
  private void nothingOverlaps() {
    browser.await(() -> assertThat(PageLayout.flaws(browser)).isEmpty());
  }

  @Test
  void everyMachine_hasARowAndAPanelOfItsFigures() throws Exception {
    open(4);
    assertThat(panels()).isEqualTo("load0.example,load1.example,load2.example,load3.example");
    assertThat(rows()).isEqualTo(4);
    assertThat(text()).contains("4 machines, 1 lost").contains("own_cpu").contains("30.0");
    assertThat(
            browser.script(
                Chromium.CHART + "return chart.getOption().yAxis.map(a => a.name).join()",
                "agent-1"))
        .isEqualTo("transactions/s,p99, ms,late starts, ms,own CPU, %,skew, ms");
    assertThat(
            browser.number(
                Chromium.CHART + "return chart.getOption().series[0].markArea.data.length",
                "agent-3"))
        .isEqualTo(6);
    nothingOverlaps();
    assertThat(browser.console()).isEmpty();
    browser.picture("load-machines");
  }

  @Test
  void ofManyMachines_panelsShowTheWorst() throws Exception {
    open(64);
    assertThat(panels().split(","))
        .hasSize(8)
        .contains("load2.example", "load3.example", "load19.example");
    assertThat(rows()).isEqualTo(64);
    assertThat(text()).contains("The 8 of 64 machines that were lost");
    nothingOverlaps();
  }
}
