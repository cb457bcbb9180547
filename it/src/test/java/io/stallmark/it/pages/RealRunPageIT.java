package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run on a real server, in a real browser. */
@Docker
@Chromium.Needed
final class RealRunPageIT {

  @TempDir Path directory;

  /**
   * So what other tests show with the recorded run holds of the runs of today. Where it does not,
   * run this test with {@code -Dstallmark.held-run=write}, which records it again.
   */
  @Test
  void aRun_hasTheFilesColumnsAndCharts_ofTheRecordedOne(Chromium browser) throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    if ("write".equals(System.getProperty("stallmark.held-run"))) {
      HeldRunRecorder.record(server, Files.createDirectory(directory.resolve("recorded")));
    }
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Result result =
        program
            .run(
                Program.words(
                    "run timeseries --seconds 3 --interval 0.5 -p batch=100",
                    "--url",
                    server.url()))
            .well();
    Path run = program.results().get(0);
    assertThat(result.out()).contains(run.getFileName() + "/report.html");
    assertThat(files(run)).contains("counters.csv"); // which the recorded run is too old for
    assertThat(files(run).stream().filter(name -> !name.equals("counters.csv")))
        .containsExactlyElementsOf(files(HeldRun.RECORDED));
    for (String name : files(run)) {
      if (name.endsWith(".csv") && !name.equals("counters.csv")) {
        assertThat(head(run.resolve(name)))
            .as(name)
            // the recorded run has the names of an earlier version
            .isEqualTo(head(HeldRun.RECORDED.resolve(name)).replace("_p999_ms", "_p99_9_ms"));
      }
    }
    List<?> charts = charts(browser, run.resolve("report.html"));
    assertThat(charts.toString())
        .contains("cost-cpuMicroseconds", "cost-amplification", "server-0");
    List<?> recorded = charts(browser, HeldRun.in(directory.resolve("held")).page());
    assertThat(ofEveryRun(charts)).isEqualTo(ofEveryRun(recorded));
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
  }

  /** The files that a page is made from. */
  static List<String> files(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(".*\\.csv|run\\.json|latency\\.hlog"))
          .sorted()
          .toList();
    }
  }

  private static String head(Path csv) throws IOException {
    return Files.readAllLines(csv).get(0);
  }

  private static List<?> charts(Chromium browser, Path page) {
    browser.open(page);
    browser.unfold();
    return (List<?>)
        browser.script(
            "return [...document.querySelectorAll('[data-chart]')].map(e => e.dataset.chart)");
  }

  /** Not every machine has the same sources of costs, and not every run the server's counters. */
  private static List<String> ofEveryRun(List<?> charts) {
    return charts.stream()
        .map(Object::toString)
        .filter(chart -> !chart.startsWith("cost-") && !chart.startsWith("server-"))
        .toList();
  }
}
