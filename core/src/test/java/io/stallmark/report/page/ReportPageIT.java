package io.stallmark.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.report.read.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

final class ReportPageIT {

  private static final String EVIL = "</script><img src=x onerror=alert(1)><!--'\"&";

  @TempDir Path directory;

  private RunDirectory run(String name) {
    return new RunDirectory(directory.resolve(name));
  }

  @Test
  void intervalsInWhichTheGeneratorWasTheBottleneck_areShaded_andTheWorstStandsInATable()
      throws IOException {
    RunDirectory run = new RunDirectory(directory.resolve("bound"));
    ObjectNode trust = run.json.putObject("trust").put("trusted", false);
    trust.put("judgedIntervals", 4).put("judgedFlaggedIntervals", 3);
    trust.putObject("worst").put("ownCpuPercent", 97.25).put("swapInPagesPerSecond", 4321);
    ArrayNode phases = run.json.withObject("/spec").putArray("phases");
    phases.addObject().put("name", "quiet").put("startSeconds", 0);
    phases.addObject().put("name", "loud").put("startSeconds", 3);
    trust.withObject("/limits/reasons/own_cpu").put("percent", 80).put("judgedIntervals", 3);
    ObjectNode steady = run.json.putObject("steady").put("reached", true);
    steady.put("of", "transactions_per_second").put("reachedAfterSeconds", 1.5);
    steady.put("percentilesFromSeconds", 2).putObject("kinds");
    steady.withObject("/kinds/transaction").put("count", 123);
    steady.withObject("/kinds/transaction/responseNanoseconds").put("p50", 1_250_000);
    StringBuilder rows =
        new StringBuilder(RunDirectory.INTERVALS_HEAD.replace("\n", ",generator_bound\n"));
    for (int i = 0; i < 4; i++) {
      rows.append(RunDirectory.interval(i, 100, 5).replace("\n", i == 2 ? ",0\n" : ",1\n"));
    }
    String page = run.whole().intervals(rows.toString()).page();
    assertThat(RunDirectory.data(page).at("/runs/0/bound")).hasToString("[[0,2],[3,1]]");
    assertThat(RunDirectory.text(page))
        .containsSubsequence("to be trusted", "NO", "generator bound in 3 of 4 intervals")
        .contains("pages the machine read back from swap, /s", "4,321.0")
        .containsSubsequence(
            "generator bound", "phase", "yes", "quiet", "no", "quiet", "yes", "loud")
        .contains("97.3", "80 %", "Grey: the generator", "Reached after 1.5 s, by transactions/s")
        .containsSubsequence("the steady part", "123", "1.250", "330", "2.000");
  }

  @Test
  void headline_hasStateReasonWarningsAndFigures() throws IOException {
    String text = RunDirectory.text(run("a").whole().page());
    assertThat(text)
        .contains("tiny on memory", "completed", "It ended as planned.", "Mind the gap.")
        .contains("second 0 was 2026-11-20 12:00:00 UTC", "4.0 s measured", "2 threads")
        .containsSubsequence("transactions/s", "82.5", "rows written/s", "82,500.0")
        .containsSubsequence("response time p99, ms", "9.000")
        .containsSubsequence("stalls", "1", "0.95 s in all, the longest 0.95 s")
        .containsSubsequence("MB on disk at the end")
        .doesNotContain("rows read/s");
  }

  @Test
  void everyTable_isThere() throws IOException {
    String text = RunDirectory.text(run("a").whole().page());
    for (String id :
        List.of(
            "throughput",
            "rows",
            "response",
            "size",
            "stalls",
            "dips",
            "percentiles",
            "kinds-response",
            "kinds-service",
            "identity",
            "errors",
            "spec",
            "environment")) {
      assertThat(text).contains("<section id=\"" + id + "\"");
    }
    assertThat(text)
        .contains("A stall is a time of at least 200 ms", "Innodb_log_waits=+7", "insert commit")
        .contains("scheduled 340 = started 332 + never started 8")
        .contains("started 332 = succeeded 330 + failed 2 + in flight 0")
        .contains("1205", "Too late", "spec.settings.rows", "host.cpu", "Abacus")
        .contains("id=\"stall-0-0\"");
  }

  @Test
  void charts_drawWhatTheFilesHold() throws IOException {
    JsonNode run = RunDirectory.data(run("a").whole().page()).at("/runs/0");
    assertThat(run.at("/transactions").toString()).isEqualTo("[100,110,0,120]");
    assertThat(run.at("/rows").toString()).isEqualTo("[100000,110000,0,120000]");
    assertThat(run.at("/start").toString()).isEqualTo("[0,1,2,3]");
    assertThat(run.at("/response/max").toString()).isEqualTo("[2,2.5,null,950]");
    assertThat(run.at("/lowest").toString()).isEqualTo("[90,90,0,90]");
    assertThat(run.at("/stalls").toString()).isEqualTo("[[2.0,0.95]]");
    assertThat(run.at("/dips").toString()).isEqualTo("[[0.5,1.25]]");
    assertThat(run.at("/size/file").toString()).isEqualTo("[2000000,12000000]");
  }

  @Test
  void amplification_isDrawnWhereItIsKnown() throws IOException {
    String without = run("a").whole().page();
    assertThat(RunDirectory.text(without))
        .doesNotContain("data-chart=\"cost-amplification\"", "data-chart=\"size-row\"");
    String page =
        run("b")
            .whole()
            .file(
                "cost.csv",
                """
            start_s,end_s,source,written_kb,logical_written_kb,write_amplification
            0,1,server,8000,4000,2
            1,2,server,900,,
            """)
            .file(
                "size.csv",
                """
            at_s,data_bytes,index_bytes,file_bytes,rows,stored_bytes_per_row,space_amplification
            0,1,1,2000000,1000,2000,12.5
            4,1,1,2100000,,,
            """)
            .page();
    assertThat(RunDirectory.text(page))
        .contains("data-chart=\"cost-amplification\"", "data-chart=\"size-amplification\"")
        .contains("which InnoDB and MyRocks estimate");
    JsonNode run = RunDirectory.data(page).at("/runs/0");
    assertThat(run.at("/cost/server/amplification").toString()).isEqualTo("[2,null]");
    assertThat(run.at("/size/perRow").toString()).isEqualTo("[2000,null]");
    assertThat(run.at("/size/space").toString()).isEqualTo("[12.5,null]");
  }

  @Test
  void cost_isDrawnBySource() throws IOException {
    String page =
        run("a")
            .whole()
            .file(
                "cost.csv",
                """
            start_s,end_s,source,reads,read_kb,written_kb,cpu_us,sent_kb,disk_busy_ms
            0,1,process,,0,8000,1500000,,
            0,1,server,7,16,7000,,500,
            0,1,disk,9,16,8000,,,250
            1,2,server,8,16,9000,,1500,
            1,2,disk,0,16,8000,,,1000
            1,2,process,,0,10000,500000,,
            """)
            .page();
    assertThat(RunDirectory.text(page))
        .contains("data-chart=\"cost-cpu\"", "data-chart=\"cost-written\"")
        .contains(
            "data-chart=\"cost-disk\"", "data-chart=\"cost-reads\"", "data-chart=\"cost-sent\"")
        .doesNotContain("data-chart=\"cost-writes\"", "data-chart=\"cost-received\"");
    JsonNode cost = RunDirectory.data(page).at("/runs/0/cost");
    assertThat(cost.at("/process/cpu").toString()).isEqualTo("[1.5,0.5]");
    assertThat(cost.at("/server/written").toString()).isEqualTo("[7,9]");
    assertThat(cost.at("/server/reads").toString()).isEqualTo("[7,8]");
    assertThat(cost.at("/server/sent").toString()).isEqualTo("[0.5,1.5]");
    assertThat(cost.at("/disk/disk").toString()).isEqualTo("[25,100]");
    assertThat(cost.path("server").has("cpu")).isFalse();
  }

  @Test
  void withoutCost_thereIsNoCurveOfIt() throws IOException {
    assertThat(RunDirectory.text(run("a").whole().page()))
        .doesNotContain("data-chart=\"cost-")
        .contains("No source says");
  }

  @Test
  void kindsOfTransaction_standUnderIt_beforeTheStatements_whateverEndedFirst() throws IOException {
    RunDirectory run = run("a");
    run.json.withObject("/summary").remove("kinds");
    run.kind("transaction", 330).put("category", "transaction");
    run.kind("look", 300).put("category", "transaction_kind");
    run.kind("change", 30).put("category", "transaction_kind");
    run.kind("select", 300).put("category", "read");
    String page = run.whole().latencies("transaction", "select", "change", "look").page();
    assertThat(RunDirectory.text(page))
        .containsSubsequence(
            "<section id=\"percentiles\"",
            "<td class=\"\">look</td>",
            "<td class=\"\">change</td>",
            "<td class=\"\">select</td>",
            "<section id=\"kinds-response\"",
            "<tr class=\"\"><td class=\"\">transaction</td>",
            "<tr class=\"part\"><td class=\"\">look</td>",
            "<tr class=\"part\"><td class=\"\">change</td>",
            "<tr class=\"\"><td class=\"\">select</td>");
    assertThat(RunDirectory.data(page).at("/runs/0/curves").propertyNames())
        .containsExactly("transaction", "look", "change", "select");
  }

  @Test
  void percentileCurve_endsWhereTheSamplesDo() throws IOException {
    JsonNode curve = RunDirectory.data(run("a").whole().page()).at("/runs/0/curves/insert/service");
    assertThat(curve.get(0).get(0).asDouble()).isEqualTo(1);
    JsonNode last = curve.get(curve.size() - 1);
    assertThat(last.get(0).asDouble()).isEqualTo(330);
    assertThat(last.get(1).asDouble()).isBetween(329.9, 330.4);
    for (int i = 1; i < curve.size(); i++) {
      assertThat(curve.get(i).get(1).asDouble())
          .isGreaterThanOrEqualTo(curve.get(i - 1).get(1).asDouble());
    }
  }

  @Test
  void hostileText_isTextEverywhere() throws IOException {
    RunDirectory run = run("a");
    run.json.put("workload", EVIL).put("reason", EVIL).put("state", EVIL);
    run.json.putArray("warnings").add(EVIL);
    run.json.withObject("/spec/settings").put(EVIL, EVIL);
    run.json.withObject("/database").put("server", EVIL);
    run.json.withObject("/summary").putArray("errorClasses").addObject().put("example", EVIL);
    run.whole();
    run.latencies(EVIL.replace(",", ""));
    run.file("stalls.csv", "start_s,length_s,kinds,counters\n1,1," + EVIL + "," + EVIL + "\n");
    String page = run.page();
    assertThat(RunDirectory.text(page)).doesNotContain("<img", "<!--").contains("&lt;img");
    assertThat(page).doesNotContain("<img src=x");
    assertThat(page.split("<script", -1)).hasSize(1 + 6);
  }

  @Test
  void hostileLabels_areTextInAComparison() throws IOException {
    RunDirectory run = run("a").whole();
    Path page = directory.resolve("all.html");
    String huge = "x".repeat(20_000);
    ReportPage.write(
        List.of(new ReportPage.Entry(EVIL, run.path), new ReportPage.Entry(huge, run.path)),
        EVIL,
        page);
    String html = Files.readString(page);
    assertThat(html).doesNotContain("<img src=x").contains(huge);
    assertThat(RunDirectory.data(html).at("/runs/0/label").asString()).isEqualTo(EVIL);
  }

  @Test
  void thePage_loadsNothing_andItsPolicyForbidsIt() throws IOException {
    String page = run("a").whole().page();
    assertThat(page).contains("default-src 'none'").contains("Apache License");
    Matcher loads =
        Pattern.compile(
                "(?i)\\b(?:src|href|action|poster|data-src)\\s*=\\s*[\"'](?!#|data:)[^\"']*")
            .matcher(page.replaceAll("(?s)<script nonce.*?</script>", ""));
    assertThat(loads.results().map(match -> match.group())).isEmpty();
    assertThat(page.replaceAll("(?s)<script.*?</script>", "")).doesNotContain("@import", "url(");
  }

  @Test
  void missingFiles_areASentenceEach() throws IOException {
    RunDirectory run = run("a").json();
    run.json.remove("summary");
    String text = RunDirectory.text(run.json().page());
    assertThat(text)
        .contains("There is no interval to show.", "did not say how large")
        .contains("There is no latency.hlog", "No stall.", "There is no sample.")
        .doesNotContain("data-chart");
  }

  @Test
  void aKilledRun_hasItsSums_withoutItsTornLine() throws IOException {
    RunDirectory run = run("a");
    run.json.remove("summary");
    run.json.remove("reason");
    run.json.put("state", "running");
    run.whole();
    Path csv = run.path.resolve("intervals.csv");
    Files.writeString(csv, Files.readString(csv) + "4,5,999,9");
    Path log = run.path.resolve("latency.hlog");
    Files.writeString(log, Files.readString(log) + "Tag=transaction.response,1.0,1.0,9,HISTFAAA");
    String page = run.page();
    assertThat(RunDirectory.text(page))
        .contains("so it says for ever of a run that was killed", "lines that are not whole")
        .containsSubsequence("transactions/s", "82.5", "330 succeeded")
        .contains("rows read or written/s", "Not known of a run that goes on.")
        .containsSubsequence("id=\"dip-0-0\"", "0.50", "1.25", "30", "105", "77.0", "the server")
        .containsSubsequence("response time p99, ms", "327.");
    assertThat(RunDirectory.data(page).at("/runs/0/start")).hasSize(4);
  }

  @Test
  void aRunThatOnlyFailed_hasNoPercentiles() throws IOException {
    RunDirectory run = run("a");
    run.json.put("state", "failed").put("reason", "Nothing succeeded.");
    run.json.withObject("/summary").put("transactions", 0);
    run.json.withObject("/summary/kinds/transaction").put("count", 0);
    run.json().intervals(RunDirectory.INTERVALS_HEAD + "0,1,0,0,0,0,50,,,,,,,,,,,0,5\n");
    String text = RunDirectory.text(run.page());
    assertThat(text)
        .contains("Nothing succeeded.")
        .containsSubsequence("response time p99", "no sample");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"state\": \"run", "[]", "null", "{}", "\u0000"})
  void damagedRunJson_isOneLine(String json) throws IOException {
    RunDirectory run = run("a").file("run.json", json);
    assertThatThrownBy(run::page)
        .isInstanceOf(RunFiles.NoRunException.class)
        .hasMessageContaining("run.json")
        .hasMessageNotContaining("\n");
    assertThat(run.path.resolve("report.html")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"state\": 5, \"summary\": 7, \"warnings\": {\"a\": [1]}, \"dips\": 3, \"spec\": []}",
        "{\"state\": {}, \"summary\": {\"kinds\": [1, 2]}, \"warnings\": [[1], null], \"dips\": [1]}",
        "{\"state\": null, \"summary\": {\"kinds\": {\"transaction\": 1}}, \"size\": \"x\"}"
      })
  void unexpectedTypes_areNoDefect(String json) throws IOException {
    RunDirectory run = run("a").whole().file("run.json", json);
    assertThat(RunDirectory.text(run.page())).contains("<h1>", "</html>");
  }

  @Test
  void anotherFileInPlaceOfCsv_isNoDefect() throws IOException {
    RunDirectory run = run("a").whole();
    for (String file :
        List.of("intervals.csv", "stalls.csv", "dips.csv", "size.csv", "latency.hlog")) {
      run.file(file, "\u0001\u0002,,,\n\n\n,\nnonsense\n");
    }
    assertThat(run.page()).contains("</html>");
  }

  @Test
  void aRunTooShortToBeJudged_hasNoNumberOfStalls() throws IOException {
    RunDirectory run = run("a").whole();
    run.json.putObject("stallRule").put("judgedFromSeconds", 3.0).put("shortestSeconds", 0.2);
    assertThat(RunDirectory.text(run.json().page())).doesNotContain("too short to judge");
    run.json.withObject("/summary").put("elapsedNanoseconds", 3_100_000_000L);
    assertThat(RunDirectory.text(run.file("stalls.csv", "").json().page()))
        .contains("<dd>\u2013</dd><dd class=\"remark\">the run was too short to judge</dd>")
        .contains("Not judged: the first 3 s")
        .doesNotContain("No stall.");
  }

  @Test
  void periodicStallsAndDips_areSaidToBe() throws IOException {
    RunDirectory run = run("a").whole();
    ArrayNode periods = run.json.putArray("periodic");
    periods.addObject().put("what", "stalls").put("periodSeconds", 60.04).put("count", 9);
    periods.addObject().put("what", "dips").put("periodSeconds", 6.5).put("count", 12);
    assertThat(RunDirectory.text(run.json().page()))
        .containsSubsequence("Stalls", "Periodic: 9 stalls, one every 60.0 s.", "0.95")
        .containsSubsequence("Dips", "Periodic: 12 dips, one every 6.5 s.", "1.25");
  }

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
    ReportPage.write(entries, "Repeated", page);
    String html = Files.readString(page);
    String text = RunDirectory.text(html);
    String table = text.substring(text.indexOf("<section id=\"runs\""));
    table = table.substring(0, table.indexOf("</section>"));
    List<String> rows =
        table
            .substring(table.indexOf("<tbody>"))
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
    assertThat(RunDirectory.data(html).at("/runs/2/label").asString()).isEqualTo("a.2");
    assertThat(RunDirectory.data(html).at("/runs/2/series").asString()).isEqualTo("a");
    assertThat(RunDirectory.data(html).at("/runs/2/rate").asInt()).isEqualTo(200);
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
    ReportPage.write(
        List.of(new ReportPage.Entry("one", one.path), new ReportPage.Entry("other", other.path)),
        new ReportPage.Heading("Two", "layouts \u00b7 --scale 0.5", List.of("LEFT OUT: toku")),
        page);
    String text = RunDirectory.text(Files.readString(page));
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
    assertThat(different).doesNotContain("spec.threads").contains("<td class=\"\">\u2013</td>");
  }

  @Test
  void manyWarnings_doNotHideThePage_andAreAllThere() throws IOException {
    RunDirectory run = run("a").whole();
    Path page = directory.resolve("all.html");
    List<String> warnings = IntStream.rangeClosed(1, 11).mapToObj(n -> "Run " + n + ".").toList();
    ReportPage.write(
        List.of(new ReportPage.Entry("one", run.path), new ReportPage.Entry("other", run.path)),
        new ReportPage.Heading("Two", "", warnings),
        page);
    assertThat(RunDirectory.text(Files.readString(page)))
        .containsSubsequence(
            "<li>Run 8.</li></ul>", "<details><summary>4 more</summary>", "<li>Run 9.</li>")
        .containsSubsequence("<li>Run 11.</li>", "<li>All runs: Mind the gap.</li>", "</details>");
  }

  @Test
  void comparison_hasARowAndALinkForEachRun() throws IOException {
    RunDirectory one = run("some dir/run #1").whole();
    one.page();
    RunDirectory other = run("b").whole();
    Path page = directory.resolve("all.html");
    ReportPage.write(
        List.of(new ReportPage.Entry("one", one.path), new ReportPage.Entry("other", other.path)),
        "Two runs",
        page);
    String html = Files.readString(page);
    assertThat(RunDirectory.text(html))
        .contains("href=\"./some%20dir/run%20%231/report.html\"")
        .containsSubsequence("one", "82.5", "82,500.0", "9.000", "12.0")
        .contains("<td class=\"\">other</td>", "id=\"stall-1-0\"")
        .doesNotContain("median of 2", "Of repeated runs", "data-chart=\"repetitions\"")
        .contains(
            "<li>All runs: Mind the gap.</li>", "Throughput, rows and response time as a table");
    assertThat(RunDirectory.data(html).at("/runs")).hasSize(2);
    assertThat(RunDirectory.data(html).at("/runs/1/curves/transaction/response")).isNotEmpty();
    assertThat(RunDirectory.text(html))
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
    ReportPage.write(
        List.of(
            new ReportPage.Entry("bound", run.path), new ReportPage.Entry("silent", silent.path)),
        "Two runs",
        page);
    assertThat(RunDirectory.text(Files.readString(page)))
        .containsSubsequence(
            "generator bound, % of the time", "bound, not to be trusted", "62.5", "silent", "–")
        .containsSubsequence("as a table", "generator bound", "yes", "no", "<td class=\"\">–</td>");
  }

  @Test
  void aPageThatCannotBeWritten_isOneLine() {
    assertThatThrownBy(
            () -> ReportPage.write(run("a").whole().path, directory.resolve("no/where.html")))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("no/where.html") + " cannot be written: no such directory");
  }
}
