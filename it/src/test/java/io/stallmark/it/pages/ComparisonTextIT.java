package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What pages say of several runs, in a real browser; no database is needed. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ComparisonTextIT extends PageTextCase {

  private RunDirectory repetition(String name, int transactions, double stall, double held)
      throws IOException {
    RunDirectory run = run(name).whole();
    run.json.withObject("/summary").put("transactions", transactions);
    return run.json()
        .file("stalls.csv", "start_s,length_s,generator_held_s\n1," + stall + "," + held + "\n");
  }

  @Test
  void repetitions_haveMedianMinAndMax_aboveThemselves() throws IOException {
    List<ReportPage.Entry> entries =
        List.of(
            new ReportPage.Entry("a.1", repetition("1", 400, 0.5, 0).path, "a"),
            new ReportPage.Entry("b.1", repetition("2", 40, 0.25, 0).path, "b"),
            new ReportPage.Entry("a.2", repetition("3", 800, 1.5, 0).path, "a"),
            new ReportPage.Entry("a.3", repetition("4", 480, 3, 2).path, "a"));
    Path page = directory.resolve("all.html");
    write(page, heading("Repeated"), entries);
    String text = text(page);
    String table = text.substring(text.indexOf("<section id=\"runs\""));
    table = table.substring(0, table.indexOf("</section>"));
    List<String> rows =
        table
            .substring(table.indexOf("<tbody>"))
            .replace("</tr>", "\n")
            .lines()
            .map(line -> line.replaceAll("<[^>]*>", "|").replaceAll("\\|+", "|"))
            .filter(line -> !line.isBlank() && !line.equals("|"))
            .toList();
    String times = "82,500.0|2.000|8.000|–|–|950.0|";
    String rest = "|9.0|0.5|12.0|3|2|–|";
    assertThat(rows)
        .containsExactly(
            "|a median of 3|120.0|" + times + "1|1.50|1.50" + rest,
            "|a min|100.0|" + times + "1|0.50|0.50" + rest,
            "|a max|200.0|" + times + "1|3.00|3.00" + rest,
            "|a.1|100.0|" + times + "1|0.50|0.50" + rest,
            "|a.2|200.0|" + times + "1|1.50|1.50" + rest,
            "|a.3|120.0|" + times + "1|3.00|3.00" + rest,
            "|b.1|10.0|" + times + "1|0.25|0.25" + rest);
    assertThat(table).contains("Of repeated runs median, min and max");
    assertThat(text).contains("4 runs \u00b7 4 stalls", "id=\"stall-3-0\"");
    assertThat(RunDirectory.data(page).at("/runs/2/label").asString()).isEqualTo("a.2");
    assertThat(RunDirectory.data(page).at("/runs/2/series").asString()).isEqualTo("a");
    assertThat(text).contains("data-chart=\"repetitions\"");
  }

  @Test
  void comparison_tellsWhatRunsDifferIn_andWhatTheyShare() throws IOException {
    RunDirectory one = run("a").whole();
    one.json.withObject("/spec/settings").put("layout", "ts-first").put("transactions", "auto");
    one.json.withObject("/spec/resolved").put("transactions", "on");
    one.json.withArray("/warnings").add("Beware.");
    one.json();
    RunDirectory other = run("b");
    other.json.withObject("/spec/settings").put("transactions", "off");
    other.whole();
    Path page = directory.resolve("all.html");
    write(
        page,
        new ReportPage.Heading("Two", "layouts \u00b7 --scale 0.5", List.of("LEFT OUT: toku")),
        List.of(new ReportPage.Entry("one", one.path), new ReportPage.Entry("other", other.path)));
    String text = text(page);
    assertThat(text)
        .contains(
            "2 runs \u00b7 2 stalls \u00b7 layouts \u00b7 --scale 0.5", "<li>LEFT OUT: toku</li>")
        .contains("<li>All runs: Mind the gap.</li>", "<li>one: Beware.</li>")
        .containsSubsequence("What the runs differ in", ">run</th>", "layout", "one", "ts-first")
        .containsSubsequence(
            "environment of all runs", "clients", "2 threads", "server", "Memory 1");
    String different =
        text.substring(text.indexOf("<section id=\"different\""), text.indexOf("id=\"alike\""));
    assertThat(different).doesNotContain("clients", "auto").contains(">\u2013</td>");
    assertThat(different).containsOnlyOnce(">transactions</th>").contains(">on</td>");
  }

  @Test
  void differences_areDrawnWhereTheyAreJudged_andTheNoteSaysWhatIsLeftOut() throws IOException {
    Map<String, Object> rate =
        Map.of("group", "transaction", "name", "transactions/s", "difference", -0.2, "share", true);
    Map<String, Object> judged = new HashMap<>(rate);
    judged.put("word", "slower");
    judged.putAll(Map.of("low", -0.25, "high", -0.15, "verdict", "worse", "unjudged", ""));
    Map<String, Object> longest = new HashMap<>(judged);
    longest.putAll(Map.of("name", "max ms", "verdict", "not_judged"));
    longest.put("unjudged", "an extreme of a single run");
    Map<String, Object> endless = new HashMap<>(judged);
    endless.putAll(Map.of("name", "p99 ms", "high", Double.POSITIVE_INFINITY));
    Path page = directory.resolve("all.html");
    ReportPage.write(
        List.of(),
        heading("A compared with B"),
        Map.of(
            "differences", Map.of("basis", "A basis.", "rows", List.of(judged, longest, endless))),
        page);
    assertThat(text(page))
        .contains("A basis.", "max ms (an extreme of a single run); p99 ms (without an end).");
    assertThat(browser.series("differences", "series.data.length")).isEqualTo(List.of(3L, 1L));
  }

  private static Map<String, Object> row(String name, double low, double high, String verdict) {
    Map<String, Object> row = new HashMap<>();
    row.putAll(Map.of("group", "transaction", "name", name, "share", true, "unjudged", ""));
    row.putAll(Map.of("difference", (low + high) / 2, "low", low, "high", high));
    row.putAll(Map.of("verdict", verdict, "word", "slower"));
    return row;
  }

  @Test
  void badges_haveTheVerdict_andTheWidthOfAnIntervalThatSaysNothing() throws IOException {
    List<Map<String, Object>> rows =
        List.of(
            row("transactions/s", -0.25, -0.15, "worse"),
            row("p50 ms", -0.02, 0.04, "not_shown"),
            row("p99 ms", -1, 3.68, "not_shown"));
    Path page = directory.resolve("all.html");
    ReportPage.write(
        List.of(),
        heading("A compared with B"),
        Map.of("differences", Map.of("basis", "Why.", "gate", "failed", "rows", rows)),
        page);
    browser.open(page);
    assertThat(browser.find("#badges").getText().replace('\n', ' '))
        .contains("B is slower: -20 % transactions/s, -25 % to -15 %")
        .contains("no difference shown: ±234 % p99 ms", "gate failed");
    assertThat(browser.script("return document.querySelector('.badge.worse b').textContent"))
        .isEqualTo("B is slower: -20 %");
    assertThat(browser.series("differences", "series.name + series.data.length"))
        .as("a bar and a dot for each row, but for the noisy one")
        .isEqualTo(
            List.of(
                "worse3",
                "worse1",
                "no difference shown3",
                "no difference shown1",
                "no difference shown1"));
    String noisy =
        Chromium.CHART
            + "return chart.getOption().series.at(-1).data.map(d => [d.value[0], d.symbol]).join()";
    assertThat(browser.script(noisy, "differences"))
        .as("at the measured 134 %, which is beyond the chart")
        .isEqualTo("5,triangle");
    String reach = Chromium.CHART + "return chart.getOption().xAxis[0].max";
    assertThat(browser.number(reach, "differences")).as("of the others").isLessThan(50);
    String sides =
        Chromium.CHART
            + "return chart.getOption().series.flatMap(s => s.data)"
            + ".map(d => d.label?.align).filter(each => each).join()";
    assertThat(browser.script(sides, "differences"))
        .as("the words of a mark left of the middle begin there, so that their sign is not cut off")
        .isEqualTo("left,right");
    assertThat(PageLayout.flaws(browser)).isEmpty();
  }

  @Test
  void matrix_hasATableForEachFigure_withTheBestCell() throws IOException {
    double[][] rates = {{100, 400}, {300, 200}};
    List<ReportPage.Entry> entries = new ArrayList<>();
    Map<String, List<String>> cells = new LinkedHashMap<>();
    for (int engine = 0; engine < 2; engine++) {
      for (int threads = 0; threads < 2; threads++) {
        String label = (engine == 0 ? "InnoDB" : "MyRocks") + "-threads-" + (1 + threads);
        cells.put(label, List.of(engine == 0 ? "InnoDB" : "MyRocks", "threads-" + (1 + threads)));
        for (int i = 1; i <= 3; i++) { // around the median
          int count = (int) (4 * rates[engine][threads] * (i == 2 ? 1 : i));
          RunDirectory run = repetition(label + "." + i, count, 0.5, 0);
          entries.add(new ReportPage.Entry(label + "." + i, run.path, label));
        }
      }
    }
    cells.put("failed-threads-1", List.of("failed", "threads-1"));
    Path page = directory.resolve("all.html");
    Map<String, Object> matrix = Map.of("axes", List.of("engine", "threads"), "cells", cells);
    ReportPage.write(entries, heading("Engines"), Map.of("matrix", matrix), page);
    browser.open(page);
    assertThat(browser.find("#matrix .matrix").getText().replace('\n', ' '))
        .isEqualTo(
            "Throughput, tx/s best: InnoDB, 2 threads, 400.0"
                + " engine \\ threads 1 2 InnoDB 100.0 400.0 MyRocks 300.0 200.0");
    assertThat(browser.find("#matrix td.best").getText()).isEqualTo("400.0");
    assertThat(browser.script("return document.querySelectorAll('#matrix .matrix').length"))
        .as("of what differs")
        .isEqualTo(1L);
    assertThat(PageLayout.flaws(browser)).isEmpty();
  }

  @Test
  void search_drawsEachTrialByItsRate_andTheLimit() throws IOException {
    List<Map<String, Object>> trials =
        List.of(
            Map.of("number", 1, "perSecond", 100, "milliseconds", 3.5, "held", true, "reason", ""),
            Map.of("number", 2, "perSecond", 200, "milliseconds", 48, "held", false, "reason", "x"),
            Map.of("number", 3, "perSecond", 400, "held", false, "reason", "not measured"));
    Map<String, Object> search = new HashMap<>(Map.of("percentile", "p99", "found", 100));
    search.putAll(Map.of("limitMilliseconds", 10, "trials", trials));
    Path page = directory.resolve("all.html");
    ReportPage.write(List.of(), heading("The highest rate"), Map.of("search", search), page);
    browser.open(page);
    assertThat(browser.find("#headline").getText()).isEqualTo("100 tx/s · p99 under 10 ms");
    assertThat(browser.series("search", "JSON.stringify(series.data)"))
        .isEqualTo(List.of("[[100,3.5]]", "[[200,48]]"));
    assertThat(browser.series("search", "series.markLine && series.markLine.data[0].yAxis").get(0))
        .isEqualTo(10L);
    assertThat(browser.find("#trials tbody").getText()).contains("3 400.0 – – no not measured");
    assertThat(PageLayout.flaws(browser)).isEmpty();
  }

  @Test
  void history_namesAConfigurationByWhatDiffers_withUnits() throws IOException {
    List<Map<String, Object>> series = new ArrayList<>();
    for (int threads : new int[] {4, 8}) {
      String name = "sysbench on mysql, threads " + threads + ", duration 300 s";
      series.add(
          Map.of(
              "name",
              threads == 4 ? name : name.replace("300 s", "10 s"),
              "points",
              List.of(List.of(1_760_000_000_000L, threads)),
              "levels",
              List.of(),
              "changes",
              List.of()));
    }
    Map<String, Object> drawn = Map.of("metric", "transactions/s", "note", "", "series", series);
    Path page = directory.resolve("all.html");
    ReportPage.write(List.of(), heading("History"), Map.of("history", drawn), page);
    browser.open(page);
    assertThat(browser.find("[data-legend=history]").getText().lines())
        .containsExactly("transactions/s", "4 threads, duration 300 s", "8 threads, duration 10 s");
    assertThat(PageLayout.flaws(browser)).isEmpty();
  }

  @Test
  void repeatedRuns_haveTheirMedianInTheHeadline() throws IOException {
    List<ReportPage.Entry> entries = new ArrayList<>();
    for (int count : new int[] {400, 800, 480}) {
      entries.add(
          new ReportPage.Entry("a." + count, repetition("" + count, count, 1, 0).path, "a"));
    }
    Path page = directory.resolve("all.html");
    write(page, heading("Repeated"), entries);
    browser.open(page);
    assertThat(browser.find("#headline").getText())
        .isEqualTo("120.0 tx/s (100.0 to 200.0) · 3 stalls");
  }

  @Test
  void comparison_hasARowAndALinkForEachRun() throws IOException {
    RunDirectory one = run("some dir/run #1").whole();
    one.page();
    RunDirectory other = run("b").whole();
    Path page = directory.resolve("all.html");
    write(
        page,
        heading("Two runs"),
        List.of(new ReportPage.Entry("one", one.path), new ReportPage.Entry("other", other.path)));
    String text = text(page);
    assertThat(text)
        .contains("href=\"./some%20dir/run%20%231/report.html\"")
        .containsSubsequence("one", "82.5", "82,500.0", "8.000", "12.0")
        .contains("<td>other</td>", "id=\"stall-1-0\"")
        .doesNotContain("median of 2", "Of repeated runs", "data-chart=\"repetitions\"")
        .contains(
            "<li>All runs: Mind the gap.</li>", "Throughput, rows and response time as a table");
    assertThat(RunDirectory.data(page).at("/runs")).hasSize(2);
    assertThat(RunDirectory.data(page).at("/runs/1/latencies/transaction/response")).isNotEmpty();
    assertThat(text)
        .containsSubsequence("Size on disk as a table", "0.0", "1.0", "2.0", "4.0", "9.0", "12.0");
  }

  @Test
  void comparison_saysWhereTheGeneratorWasTheBottleneck() throws IOException {
    RunDirectory run = new RunDirectory(directory.resolve("bound"));
    run.json.putObject("trust").put("trusted", false).put("judgedFlaggedPercent", 62.5);
    run.whole()
        .intervals(
            RunDirectory.INTERVALS_HEAD.replace("\n", ",generator_bound\n")
                + RunDirectory.interval(0, 100, 5).replace("\n", ",1\n")
                + RunDirectory.interval(1, 100, 5).replace("\n", ",0\n"));
    RunDirectory silent = run("silent").whole();
    Path page = directory.resolve("all.html");
    write(
        page,
        heading("Two runs"),
        List.of(
            new ReportPage.Entry("bound", run.path), new ReportPage.Entry("silent", silent.path)));
    assertThat(text(page))
        .containsSubsequence(
            "starved, % of the time", "bound, not to be trusted", "62.5", "silent", "–")
        .containsSubsequence("as a table", "starved", "yes", "no", "<td>–</td>");
  }
}
