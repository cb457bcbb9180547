package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run in progress, on a real server and in a real browser. */
@Docker
@Chromium.Needed
final class LivePageIT {

  private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");
  private static final String STATE = "document.querySelector('.state')?.textContent";

  @TempDir Path directory;

  @Test
  void anOpenPage_growsWithTheRun_andBecomesTheFinishedOne(Chromium browser) throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    Program.Running running =
        program.start(
            Program.words(
                "run sysbench -p rows=1000 -p tables=1 --seconds 3600 --watch",
                "--url",
                server.url()));
    running.until(() -> URL.matcher(running.err()).find());
    Matcher url = URL.matcher(running.err());
    assertThat(url.find()).isTrue();
    browser.visit(url.group());
    browser.await("document.querySelector('[data-chart=heat][data-painted]') !== null");
    browser.await("stallmarkData.runs[0].intervals.start_s.length >= 3");
    browser.await("stallmarkData.runs[0].counters.threads_running?.length >= 2");
    assertThat(browser.script("return " + STATE)).isEqualTo("running");
    assertThat(text(browser, "#headline")).contains(" tx/s · p", " stall");
    assertThat(text(browser, "p.reason"))
        .contains("Measuring", "headline of the last interval", "report.html");
    assertThat(
            browser.number(
                "const option = stallmarkCharts.get('throughput').getOption();"
                    + "return option.series[1].data.length"))
        .as("points of intervals")
        .isGreaterThanOrEqualTo(3);
    long pid = running.process().pid();
    assertThat(new ProcessBuilder("kill", "-INT", "" + pid).start().waitFor()).isZero();
    browser.await(STATE + " === 'interrupted'");
    browser.await("document.querySelector('html[data-drawn]') !== null");
    Program.Result result = running.finish();
    assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(130);
    assertThat(browser.find("#headline").getText()).contains(" tx/s");
    assertThat(browser.script("return stallmarkData.live === undefined")).isEqualTo(true);
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).allMatch(request -> request.startsWith(url.group()));
  }

  /** In one step: each interval replaces the elements of the page. */
  private static String text(Chromium browser, String selector) {
    return String.valueOf(
        browser.script("return document.querySelector('" + selector + "').textContent"));
  }
}
