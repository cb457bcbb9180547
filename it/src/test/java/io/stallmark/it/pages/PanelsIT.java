package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.report.page.ReportPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a recorded run cost and whether it is to be trusted, on its page in a real browser. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PanelsIT {

  private HeldRun held;
  private JsonNode json;
  private Chromium browser;

  @BeforeAll
  void run(@TempDir Path directory, Chromium browser) throws Exception {
    this.browser = browser;
    held = HeldRun.in(directory.resolve("held"));
    json = new JsonMapper().readTree(Files.readString(held.directory().resolve("run.json")));
  }

  /** Most tests only look at the page; those that leave it have another. */
  @BeforeEach
  void open() {
    if (!browser.isAt(held.page())) {
      browser.open(held.page());
      browser.unfold();
    }
  }

  @AfterEach
  void nothingIsComplainedOf_andNothingIsLoaded() {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
  }

  /** A column of cost.csv for a source, per second and in the chart's unit; NaN: not counted. */
  private List<double[]> costs(String source, String column, double unit) throws Exception {
    List<String> lines = Files.readAllLines(held.directory().resolve("cost.csv"));
    int index = List.of(lines.get(0).split(",")).indexOf(column);
    List<double[]> costs = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      if (fields[2].equals(source) && !fields[index].isEmpty()) {
        double start = Double.parseDouble(fields[0]);
        double length = Double.parseDouble(fields[1]) - start;
        costs.add(new double[] {start, Double.parseDouble(fields[index]) / length / unit});
      }
    }
    return costs;
  }

  private Set<String> sources() throws Exception {
    try (Stream<String> lines = Files.lines(held.directory().resolve("cost.csv"))) {
      return lines
          .skip(1)
          .map(line -> line.split(",")[2])
          .collect(LinkedHashSet::new, Set::add, Set::addAll);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cost-cpuMicroseconds,cpu_us,1e6",
    "cost-readKb,read_kb,1e3",
    "cost-writtenKb,written_kb,1e3"
  })
  void aCostCurve_hasALineForEachSource_throughWhatItCounted(
      String chart, String column, double unit) throws Exception {
    List<?> names = browser.series(chart, "series.name");
    for (String source : sources()) {
      List<double[]> costs = costs(source, column, unit);
      int series = names.indexOf(source);
      assertThat(series >= 0).as("%s of %s is drawn", column, source).isEqualTo(!costs.isEmpty());
      for (double[] cost : costs.subList(0, Math.max(0, costs.size() - 2))) { // the sliver aside
        double drawn =
            browser.number(
                Chromium.CHART
                    + "return chart.getOption().series[arguments[1]].data.filter(p => p[0] <="
                    + " arguments[2]).pop()[1]",
                chart,
                series,
                cost[0]);
        assertThat(drawn).isCloseTo(cost[1], within(1e-9 + 1e-4 * cost[1]));
      }
    }
    assertThat(names).as("MySQL tells of its own reads and writes").hasSizeGreaterThan(0);
    int top = names.size() - 1; // the line that no other covers
    assertThat(browser.painted(chart, top)).as("pixels of %s", names.get(top)).isPositive();
  }

  @Test
  void theTableOfCosts_hasTheFiguresOfEachSource() {
    String table = browser.find("#cost table").getText();
    json.at("/cost/sources")
        .properties()
        .forEach(
            source -> {
              assertThat(table).contains(source.getKey(), source.getValue().get("what").asString());
              JsonNode per = source.getValue().get("perTransaction");
              per.properties()
                  .forEach(
                      figure ->
                          assertThat(table)
                              .as(source.getKey() + " " + figure.getKey())
                              .contains(
                                  String.format(
                                      Locale.ROOT, "%,.3f", figure.getValue().asDouble(0))));
            });
    assertThat(json.at("/cost/sources").size()).isPositive();
  }

  @Test
  void theTrustPanel_hasTheVerdict_andTheWorstOfEachFigure() {
    String headline = browser.find("#headline").getText();
    assertThat(headline).contains("NOT trusted");
    String table = browser.find("#trust table").getText();
    double cpu = json.at("/trust/worst/ownCpuPercent").asDouble();
    assertThat(table)
        .contains(String.format(Locale.ROOT, "own CPU, %% of the processors it may use %.1f", cpu))
        .contains("80 %"); // the limit
  }

  @Test
  void theSteadyPart_standsBesideAll_orASentenceSaysWhyNot(@TempDir Path copy) throws Exception {
    long count = json.at("/steady/kinds/transaction/count").asLong();
    assertThat(browser.find("#steady").getText())
        .containsPattern(
            String.format(Locale.ROOT, "transaction response the steady part %,d ", count))
        .contains("transaction response all ");
    ObjectNode never = (ObjectNode) json.deepCopy();
    never.putObject("steady").put("reached", false).put("of", "response_time");
    Files.writeString(copy.resolve("run.json"), never.toString());
    Path page = copy.resolve("report.html");
    ReportPage.write(copy, page);
    browser.open(page);
    browser.unfold();
    assertThat(browser.find("#steady").getText())
        .contains("Never reached: the response time had not settled");
  }

  @Test
  void intervalsInWhichTheGeneratorWasTheBottleneck_areGrey(@TempDir Path copy) throws Exception {
    for (String name : List.of("run.json", "stalls.csv")) {
      Files.copy(held.directory().resolve(name), copy.resolve(name));
    }
    List<String> rows = new ArrayList<>();
    for (String row : Files.readAllLines(held.directory().resolve("intervals.csv"))) {
      boolean bound = row.startsWith("4,") || row.startsWith("4.5,");
      rows.add(HeldRun.flagged(row, bound));
    }
    Files.write(copy.resolve("intervals.csv"), rows);
    Path page = copy.resolve("report.html");
    ReportPage.write(copy, page);
    browser.open(page);
    String shade =
        Chromium.CHART
            + "const canvas = chart.getDom().querySelector('canvas');"
            + "const scale = canvas.width / canvas.clientWidth;"
            + "const x = Math.round(chart.convertToPixel({xAxisIndex: 0}, arguments[1]) * scale);"
            + "return [...pixels(canvas, x, Math.round(62 * scale), 1)].slice(0, 3).join()";
    assertThat(browser.script(shade, "throughput", 4.5)).isNotEqualTo("255,255,255");
    assertThat(browser.script(shade, "throughput", 3.7)).isEqualTo("255,255,255");
    assertThat(browser.script(shade, "throughput", 5.3)).isEqualTo("255,255,255");
  }

  @Test
  void atEveryWidth_nothingOverlaps_andNothingIsCutOff() throws Exception {
    assertThat(PageLayout.flaws(browser)).isEmpty();
    browser.phone();
    String seen =
        "const cells = [...document.querySelectorAll('#stalls tbody td:not(:empty)')];"
            + "return cells.length > 0"
            + " && cells.every(e => e.getBoundingClientRect().right <= innerWidth)";
    assertThat(browser.script(seen)).as("the causes of stalls, unmoved").isEqualTo(true);
    browser.picture("phone");
    browser.noPhone();
  }
}
