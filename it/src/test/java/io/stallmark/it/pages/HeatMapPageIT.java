package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.it.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Transactions by time and response time, on the page of a recorded run in a real browser. */
final class HeatMapPageIT extends PageTextCase {

  private static final String CHART = Chromium.CHART;

  private HeldRun held;

  @BeforeAll
  void run(@TempDir Path runs) throws IOException {
    held = HeldRun.in(runs.resolve("held"));
  }

  @BeforeEach
  void open() {
    browser.size(1200, 900);
    browser.media("screen", "light");
    browser.open(held.page());
  }

  @Test
  void theSecondPicture_hasAllTransactions_inFewCells() throws IOException {
    assertThat(browser.script(charts())).asString().startsWith("[throughput, heat, percentiles, ");
    JsonNode heat = RunDirectory.data(held.page()).at("/heat");
    long transactions = 0;
    for (JsonNode column : heat.get("counts")) {
      for (int i = 1; i < column.size(); i += 2) {
        transactions += column.get(i).asLong();
      }
    }
    JsonNode json =
        new JsonMapper().readTree(Files.readString(held.directory().resolve("run.json")));
    assertThat(transactions).isEqualTo(json.at("/summary/transactions").asLong());
    assertThat((Long) browser.series("heat", "series.markArea.data.length").get(1))
        .as("an area for each column with a transaction")
        .isBetween(10L, 120L);
    assertThat(heat.get("start").size()).isLessThanOrEqualTo(120);
    assertThat(heat.get("rows").asInt()).isBetween(10, 60);
    assertThat(heat.toString().length()).as("bytes in the page").isLessThan(30_000);
  }

  private static String charts() {
    return "return [...document.querySelectorAll('[data-chart]')].map(e => e.dataset.chart)";
  }

  /** The colour at the middle of the cell with most transactions, and its distance from a band. */
  private static final String FULLEST =
      CHART
          + "const {heat} = stallmarkData;"
          + "const all = stallmarkHeat.cells(heat);"
          + "const [column, row] = all.reduce((a, b) => (b[2] > a[2] ? b : a));"
          + "const at = [(heat.start[column] + heat.end[column]) / 2,"
          + "  stallmarkHeat.bound(heat, row + .5)];"
          + "const [x, y] = chart.convertToPixel('grid', at);";

  @Test
  void colours_goFromFewToMany_inOneHue_alsoInTheDark() {
    String painted =
        FULLEST
            + "const canvas = chart.getDom().querySelector('canvas');"
            + "const scale = canvas.width / canvas.clientWidth;"
            + "return [...pixels(canvas, Math.round(x * scale), Math.round(y * scale), 1)]"
            + "  .slice(0, 3).join()";
    assertThat(browser.script(painted, "heat")).isEqualTo("8,48,107");
    String legend =
        "return [...document.querySelectorAll('[data-legend=heat] [data-colour]')].map(e =>"
            + " [1, 3, 5].reduce((sum, i) => sum + parseInt(e.dataset.colour.slice(i, i + 2), 16), 0))";
    List<?> light = (List<?>) browser.script(legend);
    assertThat(light).hasSizeBetween(3, 5);
    assertThat(light.stream().map(sum -> -(Long) sum).toList()).as("darker and darker").isSorted();
    browser.media("screen", "dark");
    browser.await(() -> assertThat(browser.script(painted, "heat")).isEqualTo("240,248,255"));
    List<?> dark = (List<?>) browser.script(legend);
    assertThat(dark.stream().map(sum -> (Long) sum).toList()).as("brighter").isSorted();
    browser.media("screen", "light");
  }

  @Test
  void theTip_hasTimeResponseTimeCountAndShare() {
    browser.script(
        FULLEST
            + "const over = {zrX: x, zrY: y, offsetX: x, offsetY: y};"
            + "chart.getZr().handler.dispatch('mousemove', over)",
        "heat");
    browser.await(
        () ->
            assertThat(browser.find(".tip").getText())
                .containsPattern("(?s)\\d to [\\d.]+ s.*response time.*[\\d.]+ to [\\d.]+ ms")
                .containsPattern("(?s)transactions.*\\d+.*of those in this time.*[\\d.]+ %"));
  }

  @Test
  void stallsAndZoom_areThoseOfTheOtherCharts() {
    String bands = "series.markArea?.data.map(d => d.map(end => end.xAxis).join('-')).join()";
    Object others = browser.series("response", bands).get(0);
    assertThat(browser.series("heat", bands).get(0)).as("under the cells").isEqualTo(others);
    assertThat(browser.series("heat", bands).get(2)).as("edges above them").isEqualTo(others);
    browser.script(
        CHART + "chart.dispatchAction({type: 'dataZoom', startValue: 5, endValue: 15})",
        "throughput");
    double left = browser.number(CHART + "return chart.convertToPixel('grid', [5, 1])[0]", "heat");
    double right =
        browser.number(CHART + "return chart.convertToPixel('grid', [15, 1])[0]", "heat");
    double width = browser.number(CHART + "return chart.getWidth()", "heat");
    assertThat(right - left).isCloseTo(width - 100, within(2.0));
  }

  @Test
  void withoutATransactionOrALog_thereIsNone_andAnOldRunHasItFromItsLog() throws IOException {
    assertThat(text(run("none").whole().file("latency.hlog", "").page()))
        .contains("data-chart=\"response\"")
        .doesNotContain("data-chart=\"heat\"");
    RunDirectory killed = run("killed").whole();
    killed.json.remove("summary");
    killed.json.put("state", "running");
    killed.json();
    Program program = new Program(directory, Map.of());
    Path page = killed.path.resolve("report.html");
    assertThat(program.call("report", killed.path.toString()).exit()).isZero();
    assertThat(text(page)).contains("data-chart=\"heat\"");
    assertThat(browser.script("return stallmarkHeat.cells(stallmarkData.heat).length > 20"))
        .isEqualTo(true);
  }

  @Test
  void bands_neverLieOverEachOther() throws IOException {
    RunDirectory run = run("bands").whole();
    run.file(
        "dips.csv",
        "start_s,length_s,per_s,lowest_per_s,usual_per_s,longest_ms,generator_held_s\n"
            + "0.5,3.5,40,30,105,77,0\n");
    StringBuilder rows =
        new StringBuilder(RunDirectory.INTERVALS_HEAD.replace("\n", ",generator_bound\n"));
    for (int i = 0; i < 4; i++) {
      rows.append(RunDirectory.interval(i, 100, 5).replace("\n", ",1\n"));
    }
    browser.open(run.intervals(rows.toString()).page());
    String bands =
        "(series.markArea?.data ?? []).map(d => d.map(end => end.xAxis).join('-')).join(' ')";
    assertThat(browser.series("throughput", bands).get(1))
        .as("the stall, the dip around it, and the rest of a run that is grey throughout")
        .isEqualTo("2-2.95 0.5-2 2.95-4 0-0.5");
  }

  @Test
  void percentileThatTheMaximumHides_isInNoLegend() throws IOException {
    String head = RunDirectory.INTERVALS_HEAD.replace("response_p999_ms", "response_p99_9_ms");
    String equal = RunDirectory.interval(0, 20_000, 4);
    browser.open(run("hidden").whole().intervals(head + equal).page());
    assertThat(browser.series("response", "series.name").toString()).doesNotContain("p99.9");
    String longer = RunDirectory.interval(1, 20_000, 5);
    browser.open(run("shown").whole().intervals(head + equal + longer).page());
    assertThat(browser.series("response", "series.name").toString()).contains("p99.9", "max");
  }

  @Test
  void percentileWithoutTenSamplesBeyondIt_isNeitherDrawnNorInTheLegend() throws IOException {
    String few = RunDirectory.interval(0, 199, 5);
    String many = RunDirectory.interval(1, 200, 5);
    browser.open(run("few").whole().intervals(RunDirectory.INTERVALS_HEAD + few).page());
    assertThat(browser.series("response", "series.name"))
        .isEqualTo(List.of("p50", "max", "oldest in flight"));
    browser.open(run("many").whole().intervals(RunDirectory.INTERVALS_HEAD + few + many).page());
    assertThat(browser.series("response", "series.name"))
        .isEqualTo(List.of("p50", "p95", "max", "oldest in flight"));
    assertThat(browser.series("response", "series.data.map(d => (d.value || d)[1]).join()").get(1))
        .as("in one of two intervals")
        .isEqualTo(",2");
  }

  @Test
  void aRunThatWasTooShortToBeJudged_saysSoWhereItIsGrey() throws IOException {
    RunDirectory run = run("short").whole();
    run.json.putObject("trust").putNull("trusted").put("judgedFromSeconds", 3.0);
    String head = RunDirectory.INTERVALS_HEAD.replace("\n", ",generator_bound\n");
    run.intervals(head + RunDirectory.interval(0, 100, 5).replace("\n", ",1\n"));
    assertThat(text(run.json().page()))
        .contains(
            "trust not judged", "generator was the bottleneck (the first 3 s are not judged)");
  }

  @Test
  void aStatement_hasOnlyAServiceTime() throws IOException {
    RunDirectory run = run("clocks");
    run.kind("transaction", 330).put("category", "transaction");
    run.kind("commit", 330).put("category", "other");
    run.kind("commit", 330).putObject("responseNanoseconds").put("p95", 660_123_000);
    String text = text(run.whole().latencies("transaction", "commit").page());
    assertThat(text).doesNotContain("660.1").contains("A statement has only a service time.");
    String table = "return document.getElementById(arguments[0]).textContent";
    assertThat((String) browser.script(table, "kinds-response")).doesNotContain("commit330");
    assertThat((String) browser.script(table, "kinds-service")).contains("commit330");
    assertThat((String) browser.script(table, "percentiles"))
        .contains("transactionresponse", "transactionservice", "commitservice")
        .doesNotContain("commitresponse");
    browser.script(
        "const select = document.querySelector('select'); select.value = 'commit';"
            + "select.dispatchEvent(new Event('change'))");
    assertThat(browser.series("percentiles", "series.name")).isEqualTo(List.of("service time"));
    assertThat(browser.find("[data-legend=percentiles]").getText()).contains("service time");
  }
}
