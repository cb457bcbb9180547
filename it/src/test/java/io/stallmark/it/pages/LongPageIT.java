package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.RealTime;
import io.stallmark.report.page.ReportPage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Twelve hours of intervals of a second on a page. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LongPageIT {

  private static final int SECONDS = 43_200;
  private static final String CHART = Chromium.CHART;

  private Path page;
  private Chromium browser;

  @BeforeAll
  void run(@TempDir Path directory, Chromium browser) throws Exception {
    this.browser = browser;
    page = directory.resolve("report.html");
    ReportPage.write(LongRun.write(directory.resolve("long"), SECONDS), page);
  }

  @AfterEach
  void nothingIsComplainedOf_andNothingIsLoaded() {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
  }

  private void open() {
    browser.open(page);
  }

  @RealTime
  @Test
  void twelveHours_openInTwoSeconds() throws Exception {
    assertThat(browser.opened(page)).isLessThan(2);
    assertThat(browser.painted("throughput", 0)).isPositive();
    browser.picture("long");
  }

  @Test
  void allIsShown_withTheHighestAndTheLowestOfEveryPixel() {
    open();
    for (String column : List.of("p99_9", "max")) {
      String differing =
          CHART
              + "const run = JSON.parse(document.getElementById('data').textContent).runs[0];"
              + "const drawn = chart.getOption().series[arguments[2]].data;"
              + "const extremes = (xs, ys) => {"
              + "  const found = new Map();"
              + "  xs.forEach((x, i) => {"
              + "    const at = Math.floor(chart.convertToPixel({xAxisIndex: 0}, x) + 1e-6);"
              + "    const [low, high] = found.get(at) || [Infinity, -Infinity];"
              + "    found.set(at, [Math.min(low, ys[i]), Math.max(high, ys[i])]);"
              + "  });"
              + "  return [...found].map(each => each.join());"
              + "};"
              + "const {start_s: start, end_s: end} = run.intervals;"
              + "const all = extremes(start.map((s, i) => (s + end[i]) / 2),"
              + "  run.intervals['response_' + arguments[1] + '_ms']);"
              + "const few = new Set(extremes(drawn.map(p => p[0]), drawn.map(p => p[1])));"
              + "return [all.filter(each => !few.has(each)).length, all.length, drawn.length]";
      int series = column.equals("max") ? 4 : 3;
      List<?> counts = (List<?>) browser.script(differing, "response", column, series);
      assertThat(counts.get(0)).as(column + ": columns of pixels that differ").isEqualTo(0L);
      assertThat((Long) counts.get(1)).isGreaterThan(1000);
      assertThat((Long) counts.get(2)).as("drawn of 43,200").isLessThan(10_000);
    }
  }

  @Test
  void zoomedIn_everyIntervalOfTheWindowIsDrawn() {
    open();
    browser.find("[data-window='900']").click();
    assertThat(browser.find("#window").getText()).isEqualTo("0 to 900 s");
    assertDrawn(0, 900);
    browser.find("[data-step='1']").click();
    assertThat(browser.find("#window").getText()).isEqualTo("900 to 1,800 s");
    assertDrawn(900, 1800);
    browser.find("#stall-0-0 a").click();
    assertThat(browser.find("#window").getText()).isEqualTo("29,971 to 30,031 s");
    assertDrawn(29_971, 30_031);
  }

  private void assertDrawn(int from, int to) {
    browser.await(
        () ->
            assertThat(
                    browser.number(
                        CHART
                            + "return chart.getOption().series[4].data.filter("
                            + "p => p[0] > arguments[1] && p[0] < arguments[2]).length",
                        "response",
                        from,
                        to))
                .isEqualTo(to - from));
  }

  @Test
  void theTip_saysEveryFigureOfAMoment_thoughFewOfThemAreDrawn() {
    open();
    browser.script(CHART + "chart.dispatchAction({type: 'showTip', x: 300, y: 150})", "response");
    browser.await(
        () ->
            assertThat(browser.find(".tip").getText())
                .contains("p50", "11.25", "p95", "25.5", "p99.9", "max", "oldest in flight"));
  }
}
