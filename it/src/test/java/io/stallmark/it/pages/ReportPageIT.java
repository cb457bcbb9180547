package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.it.Program;
import io.stallmark.report.page.ReportPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.json.JsonMapper;

/** The page of a recorded run, whose server was held, in a real browser. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReportPageIT {

  private static final String CHART = Chromium.CHART;

  private Program program;
  private Path directory;
  private Path run;
  private double stallStart;
  private double stallLength;
  private Chromium browser;

  @BeforeAll
  void run(@TempDir Path directory, Chromium browser) throws Exception {
    this.directory = directory;
    this.browser = browser;
    HeldRun held = HeldRun.in(directory.resolve("held"));
    program = new Program(directory, Map.of());
    run = held.directory();
    stallStart = held.start();
    stallLength = held.length();
  }

  @BeforeEach
  void open() {
    browser.size(1200, 900);
    browser.media("screen", "light");
    browser.open(run.resolve("report.html"));
  }

  @AfterEach
  void nothingIsComplainedOf_andNothingIsLoaded() {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
  }

  private double pixel(String chart, double seconds) {
    return browser.number(
        CHART + "return chart.convertToPixel({xAxisIndex: 0}, arguments[1])", chart, seconds);
  }

  private WebElement chart(String name) {
    return browser.find("[data-chart=" + name + "]");
  }

  private String marked() {
    return (String)
        browser.script("return [...document.querySelectorAll('tr.marked')].map(r => r.id).join()");
  }

  @Test
  void everyInterval_isAPointOfEverySeries() throws Exception {
    List<String> intervals = Files.readAllLines(run.resolve("intervals.csv"));
    String[] last = intervals.get(intervals.size() - 1).split(",");
    boolean sliver = Double.parseDouble(last[1]) - Double.parseDouble(last[0]) < 0.25;
    int rows = intervals.size() - (sliver ? 2 : 1); // which is drawn as a part of the one before
    for (String name : List.of("throughput", "rows", "response")) {
      long points = name.equals("response") ? rows : rows + 1; // the end of the last step
      Object lengths =
          browser.script(CHART + "return chart.getOption().series.map(s => s.data.length)", name);
      assertThat((List<?>) lengths).as(name).isNotEmpty().allMatch(n -> n.equals(points));
    }
    Object curves =
        browser.script(CHART + "return chart.getOption().series.map(s => s.name)", "response");
    assertThat(String.valueOf(curves)).contains("p50", "max", "oldest in flight");
    assertThat(browser.number(CHART + "return chart.getOption().series[0].data.length", "size"))
        .isGreaterThanOrEqualTo(2);
    assertThat(
            browser.number(CHART + "return chart.getOption().series[0].data.length", "percentiles"))
        .isGreaterThan(20);
  }

  @Test
  void picturesOfTheDocumentation_findWhatTheyMark() throws Exception {
    for (String picture : List.of("report", "first-screen", "operations")) {
      browser.open(run.resolve("report.html"));
      assertThat(browser.mark(picture)).as(picture).isNull();
    }
  }

  @Test
  void theAxisOfTime_endsWithTheData() throws Exception {
    Path short8 = LongRun.write(directory.resolve("short8"), 1);
    Path intervals = short8.resolve("intervals.csv");
    String head = Files.readAllLines(intervals).get(0);
    Files.writeString(
        intervals,
        head + "\n0,4,1000,1,1,0,0,1,1,1,1,1,90,1\n4,8.0123,400,1,1,0,0,1,1,1,1,1,90,1\n");
    assertThat(program.call("report", short8.toString()).exit()).isZero();
    browser.open(short8.resolve("report.html"));
    String max = CHART + "return chart.getOption().xAxis[0].max";
    assertThat(browser.number(max, "throughput")).isEqualTo(8.0123);
    assertThat(browser.find("#window").getText()).isEqualTo("0 to 8 s");
  }

  @Test
  void amplificationAndStoredBytes_areCurves() throws Exception {
    for (String chart : List.of("cost-amplification", "size-row", "size-amplification")) {
      List<?> drawn = browser.series(chart, "series.data.some(d => (d.value || d)[1] > 0)");
      assertThat(drawn.get(0)).as(chart).isEqualTo(true);
      // the last one is drawn over the others, which may be equal
      assertThat(browser.painted(chart, drawn.lastIndexOf(true))).as(chart).isPositive();
    }
  }

  /** A step is as wide as its interval: from where it starts to where the next one does. */
  @Test
  void aStep_spansItsInterval() throws Exception {
    Path steps = LongRun.write(directory.resolve("steps"), 1);
    String head = Files.readAllLines(steps.resolve("intervals.csv")).get(0);
    Files.writeString(
        steps.resolve("intervals.csv"),
        head
            + "\n0,10,1000,1,1,0,0,1,1,1,1,1,90,1\n10,12,400,1,1,0,0,1,1,1,1,1,90,1\n"
            + "12,20,2400,1,1,0,0,1,1,1,1,1,40,1\n");
    assertThat(program.call("report", steps.toString()).exit()).isZero();
    browser.open(steps.resolve("report.html"));
    // The line is blue: how far it goes at the height of each rate, from the axis to the right.
    String blue =
        CHART
            + "const canvas = chart.getDom().querySelector('canvas');"
            + "const scale = canvas.width / canvas.clientWidth;"
            + "const at = v => chart.convertToPixel('grid', [0, v])[1] * scale;"
            + "const row = pixels(canvas, 0, Math.floor(at(arguments[1])), canvas.width);"
            + "const found = [];"
            + "for (let x = 0; x < canvas.width; x++) {"
            + "  if (row[4 * x] < 120 && row[4 * x + 2] > row[4 * x] + 60) { found.push(x / scale); }"
            + "}"
            + "return found.length ? [found[0], found[found.length - 1]].join() : 'none'";
    double[][] drawn = {{100, 0, 10}, {200, 10, 12}, {300, 12, 20}};
    for (double[] step : drawn) {
      String found = (String) browser.script(blue, "throughput", step[0]);
      assertThat(found).as("the step at %s/s", step[0]).contains(",");
      String[] edges = found.split(",");
      assertThat(Double.parseDouble(edges[0])).isCloseTo(pixel("throughput", step[1]), within(2.5));
      assertThat(Double.parseDouble(edges[1])).isCloseTo(pixel("throughput", step[2]), within(2.5));
    }
  }

  @Test
  void theBand_isWhereTheStallWas() throws Exception {
    for (String name : List.of("throughput", "rows", "response")) {
      double red =
          browser.number(
              CHART
                  + "const canvas = chart.getDom().querySelector('canvas');"
                  + "const scale = canvas.width / canvas.clientWidth;"
                  + "const grid = chart.convertToPixel({xAxisIndex: 0}, 0);"
                  // in each row the longest run of red; lines of the chart cross the band, hide
                  // its ends in some rows and lengthen it in others: so the third of 11
                  + "let count = 0;"
                  + "const [starts, ends] = [[], []];"
                  + "for (let y = 44; y <= 104; y += 6) {"
                  + "  const row = pixels(canvas, 0, Math.round(y * scale), canvas.width);"
                  + "  let [first, last, longest] = [0, -Infinity, [0, 0]];"
                  + "  for (let x = Math.ceil(grid * scale) + 2; x < canvas.width; x++) {"
                  + "    if (row[4 * x] > row[4 * x + 1] + 40) {"
                  + "      first = x / scale - last > 5 ? x / scale : first;"
                  + "      last = x / scale;"
                  + "      count++;"
                  + "      if (last - first > longest[1] - longest[0]) { longest = [first, last]; }"
                  + "    }"
                  + "  }"
                  + "  starts.push(longest[0]);"
                  + "  ends.push(longest[1]);"
                  + "}"
                  + "starts.sort((a, b) => a - b);"
                  + "ends.sort((a, b) => b - a);"
                  + "window.band = [starts[2], ends[2]];"
                  + "return count",
              name);
      assertThat(red).as(name).isPositive();
      assertThat(browser.number("return band[0]"))
          .as(name)
          .isCloseTo(pixel(name, stallStart), within(2.5));
      assertThat(browser.number("return band[1]"))
          .as(name)
          .isCloseTo(pixel(name, stallStart + stallLength), within(2.5));
    }
  }

  @Test
  void aClickOnTheBand_leadsToItsRow_andBesideItNowhere() {
    WebElement chart = chart("response");
    browser.click(chart, pixel("response", stallStart - 3), 120);
    assertThat(marked()).isEmpty();
    browser.click(chart, pixel("response", stallStart + stallLength / 2), 120);
    assertThat(marked()).isEqualTo("stall-0-0");
    assertThat(browser.script("return document.activeElement.id")).isEqualTo("stall-0-0");
    assertThat(
            browser.script(
                "const box = document.getElementById('stall-0-0').getBoundingClientRect();"
                    + "return box.top >= 0 && box.bottom <= innerHeight"))
        .isEqualTo(true);
  }

  @Test
  void theRow_leadsBackToItsBand() {
    browser.find("#stall-0-0 a").click();
    assertThat(marked()).isEqualTo("stall-0-0");
    assertThat(
            browser.number(
                "return document.getElementById('throughput').getBoundingClientRect().top"))
        .isBetween(-1.0, 200.0);
  }

  @Test
  void aZoomInOneChart_isAZoomInAll() {
    browser.script(
        CHART + "chart.dispatchAction({type: 'dataZoom', startValue: 5, endValue: 15})",
        "response");
    for (String name : List.of("throughput", "rows", "response", "size")) {
      double left = browser.number(CHART + "return chart.convertToPixel('grid', [5, 1])[0]", name);
      double right =
          browser.number(CHART + "return chart.convertToPixel('grid', [15, 1])[0]", name);
      assertThat(right - left)
          .as(name)
          .isCloseTo(chart(name).getSize().getWidth() - 100, within(2.0));
    }
    assertThat(browser.find("#window").getText()).isEqualTo("5 to 15 s");
    browser.find("#zoom button").click();
    assertThat(browser.find("#window").getText()).startsWith("0 to 2");
  }

  @Test
  void otherKindsOfOperation_haveCurvesToo() {
    browser.script(
        "const select = document.querySelector('select'); select.value = 'insert';"
            + "select.dispatchEvent(new Event('change'))");
    assertThat(
            browser.number(CHART + "return chart.getOption().series[0].data.length", "percentiles"))
        .isGreaterThan(20);
  }

  @Test
  void light_dark_andPaper_areReadable() throws Exception {
    browser.picture("light");
    awaitGround("255,255,255");
    assertThat(PageLayout.faint(browser)).isEmpty();
    browser.media("screen", "dark");
    awaitGround("20,24,31");
    assertThat(PageLayout.faint(browser)).isEmpty();
    assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(20, 24, 31)");
    browser.picture("dark");
    browser.media("print", "dark");
    awaitGround("255,255,255");
    assertThat(browser.find("#zoom button").isDisplayed()).isFalse();
    browser.picture("print");
    browser.media("screen", "light");
  }

  private void awaitGround(String colour) {
    browser.await(() -> assertThat(ground()).isEqualTo(colour));
  }

  /** The colour in the corner of a chart. */
  private Object ground() {
    return browser.script(
        CHART
            + "const canvas = chart.getDom().querySelector('canvas');"
            + "return [...pixels(canvas, 1, canvas.height - 2, 1)].slice(0, 3).join()",
        "throughput");
  }

  @Test
  void hostileTexts_areTexts_alsoInTheCharts() throws Exception {
    String evil = "</script><img src=x onerror=hacked=1><!-- <script>hacked=1</script>";
    Path hostile = LongRun.write(directory.resolve("<img src=x onerror=hacked=1>"), 30);
    Files.writeString(
        hostile.resolve("run.json"),
        new JsonMapper()
            .writeValueAsString(
                Map.of(
                    "state",
                    "failed",
                    "reason",
                    evil,
                    "workload",
                    evil,
                    "warnings",
                    List.of(evil))));
    Path page = directory.resolve("hostile.html");
    Path other = LongRun.write(directory.resolve("harmless"), 30);
    program.call("report", hostile.toString(), other.toString(), "--out", page.toString());
    browser.open(page);
    assertThat(browser.script("return document.querySelector('#warnings li').textContent"))
        .asString()
        .endsWith(evil);
    browser.script(CHART + "chart.dispatchAction({type: 'showTip', x: 300, y: 150})", "throughput");
    browser.await(() -> assertThat(browser.find(".tip").getText()).contains("onerror"));
    assertThat(browser.script("return window.hacked")).isNull();
    program.call("report", hostile.toString(), "--out", page.toString());
    browser.open(page);
    assertThat(browser.find("h1").getText()).startsWith(evil.substring(0, 20));
    assertThat(browser.script("return window.hacked")).isNull();
  }

  @Test
  void aComparison_hasASeriesForEachRun() throws Exception {
    Path other = LongRun.write(directory.resolve("other"), 60);
    Path page = directory.resolve("both.html");
    program.call("report", run.toString(), other.toString(), "--out", page.toString()).well();
    browser.open(page);
    assertThat(browser.number(CHART + "return chart.getOption().series.length", "throughput"))
        .isEqualTo(2);
    browser.click(chart("throughput"), pixel("throughput", stallStart + stallLength / 2), 120);
    assertThat(marked()).isEqualTo("stall-0-0");
    assertThat(browser.find("#run-0 a").getDomAttribute("href")).endsWith("/report.html");
    browser.picture("comparison");
  }

  @Test
  void repeatedRuns_haveALineThroughTheirRates_atTheirNumbers() throws Exception {
    Path other = LongRun.write(directory.resolve("again"), 60);
    Path page = directory.resolve("repeated.html");
    ReportPage.write(
        List.of(
            new ReportPage.Entry("x.1", run, "x"),
            new ReportPage.Entry("y", other),
            new ReportPage.Entry("x.3", other, "x")),
        new ReportPage.Heading("Repeated", "", List.of()),
        Map.of(),
        page);
    browser.open(page);
    String points = "chart.getOption().series.map(s => s.data.map(p => p[0]).join('+')).join()";
    assertThat(browser.script(CHART + "return " + points, "repetitions")).isEqualTo("1+3,1");
    browser.picture("repeated");
  }
}
