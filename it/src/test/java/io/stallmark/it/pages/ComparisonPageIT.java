package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stallmark.it.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Written runs compared, and a history of them, in a real browser. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ComparisonPageIT {

  private static final String CHART = Chromium.CHART;
  private static final Instant FIRST = Instant.parse("2026-03-01T06:00:00Z");
  private static final int RUNS = 24;
  private static final int CHANGED = 14; // the first run of the slower ones
  private static final double FAST = 500;
  private static final double SLOW = 400;

  private Path directory;
  private Program program;
  private List<Path> runs;
  private Chromium browser;

  @BeforeAll
  void run(@TempDir Path directory, Chromium browser) throws Exception {
    this.directory = directory;
    this.browser = browser;
    program = new Program(directory, Map.of());
    runs = List.of(written("slow", 10, ",0"), written("fast", 200, ",0"));
  }

  /**
   * Writes a run of 24 s.
   *
   * @param bound the last field of the intervals from second 4 to 6
   */
  private Path written(String name, double perSecond, String bound) throws IOException {
    RunDirectory run = new RunDirectory(directory.resolve(name));
    run.json.withObject("/summary").put("transactionsPerSecond", perSecond);
    String layout = perSecond < 100 ? "event-first" : "timestamp-first";
    run.json.withObject("/spec/settings").put("layout", layout);
    StringBuilder rows =
        new StringBuilder(RunDirectory.INTERVALS_HEAD.replace("\n", ",generator_bound\n"));
    StringBuilder costs = new StringBuilder("start_s,end_s,source,transactions,written_kb\n");
    for (int i = 0; i < 24; i++) {
      int count = (int) perSecond + i * 7 % 5;
      String p99 = "," + (1000 / perSecond + i) + ",4,";
      String flag = i == 4 || i == 5 ? bound : ",0";
      rows.append(
          RunDirectory.interval(i, count, 5 + i).replace("\n", flag + "\n").replace(",3,4,", p99));
      costs.append(i + "," + (i + 1) + ",server," + count + "," + 8 * count + "\n");
    }
    run.whole().intervals(rows.toString()).file("cost.csv", costs.toString());
    return run.path;
  }

  @AfterEach
  void nothingIsComplainedOf_andNothingIsLoaded() {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
    browser.media("screen", "light");
    browser.noPhone();
  }

  private JsonNode compare(String out) throws Exception {
    return compare(runs.get(0), runs.get(1), out);
  }

  private JsonNode compare(Path a, Path b, String out) throws Exception {
    Path to = directory.resolve(out);
    program.call("compare", a.toString(), b.toString(), "--out", to.toString()).well();
    browser.open(to.resolve("comparison.html"));
    return new JsonMapper().readTree(Files.readString(to.resolve("comparison.json")));
  }

  /** Three runs whose rates vary by 1 %. */
  private Path repeated(String name, double perSecond) throws IOException {
    for (int i = 0; i < 3; i++) {
      written(name + "/run-" + i, perSecond * (1 + 0.01 * i), ",0");
    }
    return directory.resolve(name);
  }

  @Test
  void aComparison_drawsTheIntervalOfEachDifference() throws Exception {
    JsonNode rate = compare(repeated("was", 10), repeated("is", 200), "drawn").at("/rows/0");
    assertThat(browser.find("#badges").getText()).contains("B is faster: × ", "transactions/s, × ");
    assertThat(rate.get("id").asString()).isEqualTo("transactions_per_s");
    assertThat(browser.script(CHART + "return chart.getOption().yAxis[0].data[0]", "differences"))
        .isEqualTo("transactions/s");
    String ends =
        CHART
            + "const row = chart.getOption().series.flatMap(s => s.data).map(d => d.value || d)"
            + "  .filter(d => d[1] === 0).map(d => d[0]);"
            + "return row[arguments[1]]";
    // what reaches further than the chart is cut
    double reach = browser.number(CHART + "return chart.getOption().xAxis[0].max", "differences");
    String[] figures = {"low", "high", "difference"};
    for (int i = 0; i < figures.length; i++) {
      assertThat(browser.number(ends, "differences", i))
          .as(figures[i])
          .isCloseTo(
              Math.min(reach, 100 * rate.get(figures[i]).asDouble(Double.NaN)), within(1e-6));
    }
    assertThat(rate.get("low").asDouble(0)).as("twenty times the rate").isPositive();
    Matcher row =
        Pattern.compile("transaction transactions/s (\\S+) (\\S+) ")
            .matcher(browser.find("#comparison table").getText());
    assertThat(row.find()).isTrue();
    for (int side = 1; side <= 2; side++) {
      assertThat(Double.parseDouble(row.group(side).replace(",", "")))
          .as("to four digits")
          .isCloseTo(rate.get(side == 1 ? "a" : "b").asDouble(0), withinPercentage(0.1));
    }
    assertThat(browser.painted("differences", 0)).isPositive();
    browser.picture("comparison-intervals");
    assertThat(browser.mark("comparison")).as("marks of the documentation").isNull();
  }

  @Test
  void whereTheGeneratorWasTheBottleneck_isAFaintBandInItsRunsColour() throws Exception {
    Path bound = written("bound", 200, ",1");
    Path to = directory.resolve("faint");
    String[] command = {
      "compare", runs.get(0).toString(), bound.toString(), "--out", to.toString()
    };
    assertThat(program.call(command).exit()).isZero();
    browser.open(to.resolve("comparison.html"));
    for (String chart : List.of("throughput", "response-p99")) {
      assertThat(
              browser.script(
                  CHART
                      + "const one = chart.getOption().series[1];"
                      + "return JSON.stringify(one.markArea.data"
                      + ".filter(d => d[0].itemStyle.color === one.lineStyle.color + '24')"
                      + ".map(d => d.map(end => Math.round(end.xAxis))))",
                  chart))
          .isEqualTo("[[4,6]]");
    }
    browser.picture("comparison-bound");
  }

  @Test
  void aComparison_laysTheRunsOverEachOther_eachInItsColour() throws Exception {
    compare("overlaid");
    browser.unfold();
    for (String chart : List.of("throughput", "rows", "response-p99", "cost-writtenKb")) {
      assertThat(browser.series(chart, "series.data.length > 10"))
          .as(chart)
          .isEqualTo(List.of(true, true));
      List<?> colours = browser.series(chart, "series.itemStyle.color");
      assertThat(colours.get(0)).as(chart).isNotEqualTo(colours.get(1));
      for (int run = 0; run < 2; run++) {
        assertThat(browser.painted(chart, run)).as(chart + " of run " + run).isPositive();
      }
    }
    assertThat(browser.series("throughput", "series.name").toString()).contains("A ", "B ");
  }

  @Test
  void aComparison_atEveryWidth_hasNothingThatOverlaps() throws Exception {
    compare("phone");
    assertThat(PageLayout.flaws(browser)).isEmpty();
    browser.phone();
    assertSeen("#comparison");
    browser.picture("comparison-phone");
  }

  /** Each figure of a table is within the window, without pushing it aside. */
  private void assertSeen(String table) {
    String cells =
        "return [...document.querySelectorAll(arguments[0] + ' tbody td:not(:empty)')].every(e => {"
            + "  const {left, right, width} = e.getBoundingClientRect();"
            + "  return width > 0 && left >= 0 && right <= innerWidth;"
            + "})";
    assertThat(browser.script(cells, table)).as(table).isEqualTo(true);
  }

  @Test
  void aComparison_inTheDark_isReadable() throws Exception {
    compare(repeated("dim", 10), repeated("bright", 200), "dark");
    assertThat(PageLayout.faint(browser)).isEmpty();
    browser.media("screen", "dark");
    assertDark("differences", "#62c586");
    assertDark("throughput", "#58b1ef");
    browser.picture("comparison-dark");
  }

  @Test
  void aHistory_inTheDark_isReadable() throws Exception {
    browser.open(history());
    assertThat(PageLayout.faint(browser)).isEmpty();
    browser.media("screen", "dark");
    assertDark("history", "#58b1ef");
    browser.picture("history-dark");
  }

  /** The texts can be read, and the first line of a chart has its colour for the dark. */
  private void assertDark(String chart, String colour) {
    assertThat(PageLayout.faint(browser)).isEmpty();
    String ground = CHART + "return chart.getOption().backgroundColor";
    browser.await(() -> assertThat(browser.script(ground, chart)).isEqualTo("#14181f"));
    assertThat(browser.series(chart, "series.itemStyle.color").get(0)).isEqualTo(colour);
    assertThat(browser.painted(chart, 0)).as(chart).isPositive();
  }

  @Test
  void differencesOnAPhone_areApartFromTheNextName_andTheirAxisHasRoundNumbers() throws Exception {
    compare(repeated("edge", 10), repeated("other-edge", 200), "edge");
    browser.phone();
    String gaps =
        CHART
            + "const names = chart.getOption().yAxis[0].data;"
            + "const all = chart.getZr().storage.getDisplayList(true)"
            + "  .filter(e => e.type === 'tspan').map(e => {"
            + "    const box = e.getBoundingRect().clone();"
            + "    box.applyTransform(e.transform);"
            + "    return [names.includes(e.style.text), box, e.style.text];"
            + "  });"
            + "return Math.min(...all.filter(([is, , text]) => !is && /^[-+×]/.test(text))"
            + "  .flatMap(([, {y, height}]) => all.filter(([is, box]) => is && box.y > y)"
            + "    .map(([, box]) => box.y - y - height)))";
    assertThat(browser.number(gaps, "differences")).isBetween(8.0, 20.0);
    String odd =
        CHART
            + "return chart.getZr().storage.getDisplayList(true).filter(e => e.type === 'tspan')"
            + "  .map(e => e.style.text).filter(text => /^-?[\\d,]+$/.test(text))"
            + "  .filter(text => Number(text.replaceAll(',', '')) % 10 !== 0)";
    assertThat((List<?>) browser.script(odd, "differences")).as("numbers of the axis").isEmpty();
  }

  @Test
  void tablesOnAPhone_haveVerdictsSettingsAndMainFigures_withoutPushing() throws Exception {
    compare(repeated("left", 10), repeated("right", 200), "narrow");
    browser.unfold();
    browser.phone();
    for (String table : List.of("#comparison", "#different", "#runs")) {
      String hidden =
          "const {scrollWidth, clientWidth, scrollHeight, clientHeight} ="
              + " document.querySelector(arguments[0] + ' .scroll');"
              + "return scrollWidth - clientWidth + scrollHeight - clientHeight";
      assertThat(browser.number(hidden, table)).as(table).isZero();
    }
    String heads =
        "return [...document.querySelectorAll('#runs th')].filter(e => e.checkVisibility())"
            + ".map(e => e.textContent).join()";
    assertThat(browser.script(heads)).isEqualTo("run,transactions/s,p99 ms,stalls,errors");
  }

  @Test
  void keyOfABand_hasTheColoursOfTheBands() throws Exception {
    Path bound = written("bound-key", 200, ",1");
    String[] command = {
      "compare",
      runs.get(0).toString(),
      bound.toString(),
      "--out",
      directory.resolve("key").toString()
    };
    assertThat(program.call(command).exit()).isZero();
    browser.open(directory.resolve("key/comparison.html"));
    assertThat(browser.find(".band-key.faint").getText())
        .isEqualTo("generator was the bottleneck, in the colour of its run; first run above");
    String key =
        "return getComputedStyle(document.querySelector('.band-key.faint'), '::before')"
            + ".backgroundImage";
    assertThat((String) browser.script(key)).contains("rgb(0, 114, 178)", "rgb(213, 94, 0)");
    browser.media("screen", "dark");
    assertThat((String) browser.script(key)).contains("rgb(88, 177, 239)", "rgb(255, 154, 92)");
  }

  /** The first run again and again, a day apart, each with a rate of its own. */
  private Path history() throws Exception {
    Path all = directory.resolve("history");
    JsonMapper mapper = new JsonMapper();
    JsonNode recorded = mapper.readTree(Files.readString(runs.get(0).resolve("run.json")));
    for (int i = 0; i < RUNS; i++) {
      ObjectNode json = (ObjectNode) recorded.deepCopy();
      json.put("startedAt", FIRST.plus(Duration.ofDays(i)).toString());
      json.put("name", "night " + i);
      double rate = (i < CHANGED ? FAST : SLOW) + i * 7 % 5;
      ((ObjectNode) json.get("summary")).put("transactionsPerSecond", rate);
      Path run = Files.createDirectories(all.resolve("run-" + i));
      Files.writeString(run.resolve("run.json"), mapper.writeValueAsString(json));
    }
    program.call("history", all.toString()).well();
    return all.resolve("history.html");
  }

  @Test
  void aHistory_drawsEachRun_itsLevels_andAMarkWhereItChanged() throws Exception {
    browser.open(history());
    long changed = FIRST.plus(Duration.ofDays(CHANGED)).toEpochMilli();
    assertThat(browser.series("history", "series.data.length").get(0)).isEqualTo((long) RUNS);
    assertThat(
            browser.script(
                CHART + "return chart.getOption().series[0].markLine.data.map(m => m.xAxis)",
                "history"))
        .isEqualTo(List.of(changed));
    String paint =
        CHART
            + "const canvas = chart.getDom().querySelector('canvas');"
            + "const scale = canvas.width / canvas.clientWidth;"
            + "const x = Math.round(chart.convertToPixel({xAxisIndex: 0}, arguments[1]) * scale);"
            + "const found = pixels(canvas, x - 2, Math.round(70 * scale), 5);"
            + "return [0, 1, 2, 3, 4].some(i => found[4 * i] > found[4 * i + 2] + 60)";
    assertThat(browser.script(paint, "history", changed)).as("red there").isEqualTo(true);
    long before = FIRST.plus(Duration.ofDays(CHANGED - 2)).toEpochMilli();
    assertThat(browser.script(paint, "history", before)).as("and not before").isEqualTo(false);
    double level =
        browser.number(CHART + "return chart.getOption().series[1].data[0][1]", "history");
    assertThat(level).isCloseTo(FAST + 2, within(1.0));
    assertThat(browser.find("#changes table").getText())
        .contains("run-" + CHANGED, "2026-03-15 06:00:00");
    assertThat(browser.find("body").getText()).as("what all have").contains("tiny", "Memory 1");
    assertThat(browser.find("#runs tbody tr:nth-child(3)").getText()).endsWith(" 0 – night 2");
    browser.picture("history");
  }

  @Test
  void aHistory_atEveryWidth_hasNothingThatOverlaps() throws Exception {
    browser.open(history());
    assertThat(PageLayout.flaws(browser)).isEmpty();
    browser.phone();
    assertSeen("#changes");
    assertSeen("#runs");
    String head =
        "return getComputedStyle(document.querySelector(arguments[0]), '::before').content";
    assertThat(browser.script(head, "#changes td:last-child"))
        .as("each figure has its head")
        .isEqualTo("\"difference \"");
    browser.picture("history-phone");
  }
}
