package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What pages say of several runs, in a real browser; no database is needed. */
@Chromium.Needed
@Timeout(120)
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
    String times = "82,500.0|2.000|8.000|9.000|95.00|950.0|";
    String rest = "|9.0|0.5|12.0|3|2|–|";
    assertThat(rows)
        .containsExactly(
            "|a median of 3|120.0|" + times + "1|0.50|0.50" + rest,
            "|a min|100.0|" + times + "0|0.00|0.00" + rest,
            "|a max|200.0|" + times + "1|1.50|1.50" + rest,
            "|a.1|100.0|" + times + "1|0.50|0.50" + rest,
            "|a.2|200.0|" + times + "1|1.50|1.50" + rest,
            "|a.3|120.0|" + times + "0|0.00|0.00" + rest,
            "|b.1|10.0|" + times + "1|0.25|0.25" + rest);
    assertThat(table).contains("Of repeated runs median, min and max");
    assertThat(text).contains("4 runs \u00b7 3 stalls", "id=\"stall-3-0\"");
    assertThat(RunDirectory.data(page).at("/runs/2/label").asString()).isEqualTo("a.2");
    assertThat(RunDirectory.data(page).at("/runs/2/series").asString()).isEqualTo("a");
    assertThat(text).contains("data-chart=\"repetitions\"");
  }

  @Test
  void comparison_tellsWhatRunsDifferIn_andWhatTheyShare() throws IOException {
    RunDirectory one = run("a").whole();
    one.json.withObject("/spec/settings").put("layout", "ts-first");
    one.json.withArray("/warnings").add("Beware.");
    one.json();
    RunDirectory other = run("b").whole();
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
        .containsSubsequence(
            "What the runs differ in", ">run</th>", "spec.settings.layout", "one", "ts-first")
        .containsSubsequence(
            "environment of all runs", "spec.threads", "database.server", "Memory 1");
    String different =
        text.substring(text.indexOf("What the runs differ in"), text.indexOf("of all runs"));
    assertThat(different).doesNotContain("spec.threads").contains("<td>\u2013</td>");
  }

  @Test
  void differences_areDrawnWhereTheyAreJudged_andTheNoteSaysWhatIsLeftOut() throws IOException {
    Map<String, Object> rate =
        Map.of("group", "transaction", "name", "transactions/s", "difference", -0.2, "share", true);
    Map<String, Object> judged = new HashMap<>(rate);
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
        .containsSubsequence("one", "82.5", "82,500.0", "9.000", "12.0")
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
            "generator bound, % of the time", "bound, not to be trusted", "62.5", "silent", "–")
        .containsSubsequence("as a table", "generator bound", "yes", "no", "<td>–</td>");
  }
}
