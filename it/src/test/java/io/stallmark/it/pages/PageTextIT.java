package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.report.page.ReportPage;
import io.stallmark.result.NoRunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What pages say of a run, in a real browser; no database is needed. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageTextIT extends PageTextCase {

  private static final String EVIL = "</script><img src=x onerror=alert(1)><!--'\"&";

  @Test
  void rates_arePerSecondOfAnInterval_andWhatIsUnknownIsAGap() throws IOException {
    text(run("a").whole().page());
    assertThat(drawn("transactions")).isEqualTo("[100,110,0,120]");
    assertThat(drawn("rows")).isEqualTo("[100000,110000,0,120000]");
    assertThat(drawn("response.max")).isEqualTo("[2,2.5,null,950]");
    assertThat(drawn("lowest")).isEqualTo("[90,90,0,90]");
  }

  @Test
  void severalRoles_haveATable_andASingleOneHasNone() throws IOException {
    RunDirectory run = run("roles");
    ArrayNode roles = run.json.withObject("/summary").putArray("roles");
    role(roles, "insert", "rows", 82_500);
    assertThat(text(run.whole().page())).doesNotContain("id=\"roles\"");
    role(roles, "query", "transactions", 12.5);
    assertThat(text(run.whole().page()))
        .containsSubsequence("id=\"roles\"", "insert", "82,500.0", "rows", "query", "12.5");
  }

  @Test
  void rateThatTheWorkloadNames_isFirst_andLimitsHaveAVerdict() throws IOException {
    RunDirectory run = run("named");
    assertThat(text(run.whole().page())).doesNotContain("id=\"limits\"");
    ObjectNode headline = run.json.putObject("headline").put("kind", "new_order");
    headline.put("unit", "new orders/min").put("value", 12_345.6);
    run.json.withObject("/summary/kinds/new_order").put("count", 823);
    ArrayNode limits = run.json.putArray("responseLimits");
    limit(limits, "new_order", 5, 0.0125).put("met", true);
    limit(limits, "stock_level", 20, 21.5).put("met", false);
    assertThat(text(run.whole().page()))
        .contains("12,346 new orders/min, 82.5 tx/s")
        .containsSubsequence("new orders/min", "12,345.6", "823 new_order", "transactions/s")
        .containsSubsequence("Response limits", "1 missed", "new_order", "0.013", "met")
        .containsSubsequence("stock_level", "90", "20", "21.500", "MISSED");
  }

  private static ObjectNode limit(ArrayNode limits, String kind, int limit, double reached) {
    ObjectNode added = limits.addObject().put("kind", kind).put("percent", 90);
    return added.put("limitSeconds", limit).put("reachedSeconds", reached);
  }

  @Test
  void unlikeRoles_haveARateEach_andManyRetriesAreSaid() throws IOException {
    RunDirectory run = run("unlike");
    ArrayNode roles = run.json.withObject("/summary").putArray("roles");
    role(roles, "insert", "transactions", 310);
    role(roles, "poll", "transactions", 12_820);
    assertThat(text(run.whole().page()))
        .contains("310.0 tx/s of insert, 12,820.0 of poll")
        .containsSubsequence("insert, transactions/s", "310.0", "poll, transactions/s", "12,820.0")
        .doesNotContain("attempts retried");
    run.json.withObject("/summary").put("retries", 587); // of 330 transactions
    assertThat(text(run.whole().page())).contains("64 % of attempts retried");
  }

  private static void role(ArrayNode roles, String name, String unit, double perSecond) {
    ObjectNode role = roles.addObject().put("name", name).put("threads", 4).put("unit", unit);
    role.put("progressPerSecond", perSecond).put("transactionsPerSecond", perSecond);
    role.put("transactions", 330);
    role.putObject("responseNanoseconds").put("p50", 1_000_000).put("p99", 2_000_000);
  }

  @Test
  void aPageOfAWeek_keepsTheExtremesOfItsSeconds() throws IOException {
    int seconds = 100_000;
    StringBuilder rows = new StringBuilder("start_s,end_s,transactions,rows,response_max_ms\n");
    for (int i = 0; i < seconds; i++) {
      rows.append(i + "," + (i + 1) + ",100,100," + (i == 77_777 ? 4321 : 5) + "\n");
    }
    String text = text(run("week").whole().intervals(rows.toString()).page());
    assertThat(text).contains("50,000 intervals are too many", "intervals.csv has every row");
    assertThat(drawn("transactions.slice(0, 2)")).isEqualTo("[100,100]");
    assertThat(drawn("response.max[38888]")).isEqualTo("4321");
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
    steady.withObject("/kinds/insert").put("count", 19);
    steady.withObject("/kinds/insert/responseNanoseconds").put("p50", 7_777_000);
    StringBuilder rows =
        new StringBuilder(RunDirectory.INTERVALS_HEAD.replace("\n", ",generator_bound\n"));
    for (int i = 0; i < 4; i++) {
      rows.append(RunDirectory.interval(i, 100, 5).replace("\n", i == 2 ? ",0\n" : ",1\n"));
    }
    Path page = run.whole().intervals(rows.toString()).page();
    assertThat(text(page))
        .containsSubsequence("NOT trusted", "Trust", "starved in 3 of 4 intervals")
        .contains("pages the machine read back from swap, /s", "4,321.0")
        .containsSubsequence("starved", "phase", "yes", "quiet", "no", "quiet", "yes", "loud")
        .contains(
            "97.3",
            "80 %",
            "generator was the bottleneck",
            "Reached after 1.5 s, by transactions/s")
        .containsSubsequence("the steady part", "123", "1.250", "330", "2.000")
        .doesNotContain("7.777"); // of too few samples
    assertThat(drawn("bound")).isEqualTo("[[0,2],[3,1]]");
  }

  @Test
  void bandsOfARunInProgress_sayWhenTrustIsJudged() throws IOException {
    browser.open(run("a").whole().page());
    String legend =
        "const run = {stalls: [], dips: [], bound: [[0, 1]], json: {}};"
            + "return stallmarkBands({data: arguments[0] ? {live: {}} : {}, runs: [run]})"
            + ".bandKinds()[0][1]";
    assertThat(browser.script(legend, true))
        .isEqualTo("generator was the bottleneck (trust is judged at the end)");
    assertThat(browser.script(legend, false))
        .isEqualTo("generator was the bottleneck (trust was not judged)");
  }

  @Test
  void headline_hasStateReasonWarningsAndFigures() throws IOException {
    String text = text(run("a").whole().page());
    assertThat(text)
        .contains("tiny on Memory 1", "completed", "It ended as planned.", "Mind the gap.")
        .contains("second 0 was 2026-11-20 12:00:00 UTC", "4 s measured", "2 threads")
        .containsSubsequence("transactions/s", "82.5", "rows written/s", "82,500.0")
        .containsSubsequence("response time p95, ms", "8.000", "p50 2.000, p99 \u2013")
        .containsSubsequence("stalls", "1", "0.95 s in all, the longest 0.95 s")
        .containsSubsequence("MB on disk at the end")
        .doesNotContain("rows read/s");
  }

  @Test
  void everyTable_isThere() throws IOException {
    String text = text(run("a").whole().page());
    for (String id :
        List.of(
            "throughput",
            "rows",
            "response",
            "size",
            "operations",
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
        .contains("1205", "Too late", "Configuration", "Environment", "Abacus")
        .contains("id=\"stall-0-0\"");
  }

  @Test
  void amplification_isDrawnWhereItIsKnown() throws IOException {
    Path without = run("a").whole().page();
    assertThat(text(without))
        .doesNotContain("data-chart=\"cost-amplification\"", "data-chart=\"size-row\"");
    Path page =
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
    assertThat(text(page))
        .contains("data-chart=\"cost-amplification\"", "data-chart=\"size-amplification\"")
        .contains("which InnoDB and MyRocks estimate");
    assertThat(drawn("cost.server.amplification")).isEqualTo("[2,null]");
    assertThat(drawn("size.perRow")).isEqualTo("[2000,null]");
    assertThat(drawn("size.space")).isEqualTo("[12.5,null]");
  }

  @Test
  void cost_isDrawnBySource() throws IOException {
    Path page =
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
    assertThat(text(page))
        .contains("data-chart=\"cost-cpuMicroseconds\"", "data-chart=\"cost-writtenKb\"")
        .contains(
            "data-chart=\"cost-diskBusyMilliseconds\"",
            "data-chart=\"cost-reads\"",
            "data-chart=\"cost-sentKb\"")
        .doesNotContain("data-chart=\"cost-writes\"", "data-chart=\"cost-receivedKb\"");
    assertThat(drawn("cost.process.cpuMicroseconds")).isEqualTo("[1.5,0.5]");
    assertThat(drawn("cost.server.writtenKb")).isEqualTo("[7,9]");
    assertThat(drawn("cost.server.reads")).isEqualTo("[7,8]");
    assertThat(drawn("cost.server.sentKb")).isEqualTo("[0.5,1.5]");
    assertThat(drawn("cost.disk.diskBusyMilliseconds")).isEqualTo("[25,100]");
    assertThat(drawn("cost.server.cpuMicroseconds")).as("not counted").isNull();
  }

  @Test
  void withoutCost_thereIsNoCurveOfIt() throws IOException {
    assertThat(text(run("a").whole().page()))
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
    Path page = run.whole().latencies("transaction", "select", "change", "look").page();
    assertThat(text(page))
        .containsSubsequence(
            "<section id=\"percentiles\"",
            "<td>look</td>",
            "<td>change</td>",
            "<td>select</td>",
            "<section id=\"kinds-response\"",
            "<tr><td>transaction</td>",
            "<tr class=\"part\"><td>look</td>",
            "<tr class=\"part\"><td>change</td>",
            "<section id=\"kinds-service\"",
            "<tr><td>select</td>");
    assertThat(RunDirectory.data(page).at("/runs/0/latencies").propertyNames())
        .containsExactly("transaction", "look", "change", "select");
  }

  @Test
  void hostileText_isTextEverywhere() throws IOException {
    RunDirectory run = run("a");
    run.json.put("workload", EVIL).put("reason", EVIL);
    run.json.putArray("warnings").add(EVIL);
    run.json.withObject("/spec/settings").put(EVIL, EVIL);
    run.json.withObject("/database").put("server", EVIL);
    run.json.withObject("/summary").putArray("errorClasses").addObject().put("example", EVIL);
    run.whole();
    run.latencies(EVIL.replace(",", ""));
    run.file("stalls.csv", "start_s,length_s,kinds,counters\n1,1," + EVIL + "," + EVIL + "\n");
    assertThat(text(run.page())).doesNotContain("<img", "<!--").contains("&lt;img");
    assertThat(browser.script("return document.images.length")).isEqualTo(0L);
  }

  @Test
  void missingFiles_areASentenceEach() throws IOException {
    RunDirectory run = run("a").json();
    run.json.remove("summary");
    String text = text(run.json().page());
    assertThat(text)
        .contains("There is no interval to show.", "did not report how large")
        .contains("There is no latency.hlog", "Not judged: the first 3 s", "There is no sample.")
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
    Path page = run.page();
    assertThat(text(page))
        .contains("The run is in progress, or was killed.", "incomplete lines, as after a kill")
        .containsSubsequence("transactions/s", "82.5", "330 succeeded")
        .contains("rows read or written/s", "Not known of a run that is still going on.")
        .containsSubsequence("id=\"dip-0-0\"", "0.50", "1.25", "30", "105", "77.0", "the server")
        .containsSubsequence("response time p95, ms", "314.");
    assertThat(drawn("start")).isEqualTo("[0,1,2,3]");
  }

  @Test
  void aRunThatLostALoadMachine_hasTheRateUntilThen() throws IOException {
    RunDirectory run = run("a");
    run.json.put("state", "failed").put("reason", "DEGRADED from 3.0 s: agent east was lost.");
    run.agent("east").put("lostAtSeconds", 3.0);
    run.json();
    assertThat(text(run.page()))
        .containsSubsequence("tx/s", "failed", "DEGRADED from 3.0 s")
        .doesNotContain("a failed run has no rate");
  }

  @Test
  void aRunThatOnlyFailed_hasNoPercentiles() throws IOException {
    RunDirectory run = run("a");
    run.json.put("state", "failed").put("reason", "Nothing succeeded.");
    run.json.withObject("/summary").put("transactions", 0);
    run.json.withObject("/summary/kinds/transaction").put("count", 0);
    run.json().intervals(RunDirectory.INTERVALS_HEAD + "0,1,0,0,0,0,50,,,,,,,,,,,0,5\n");
    String text = text(run.page());
    assertThat(text)
        .contains("Nothing succeeded.", "a failed run has no rate")
        .containsSubsequence("response time p99", "no sample");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"state\": 5, \"summary\": 7, \"warnings\": {\"a\": [1]}, \"dips\": 3, \"spec\": []}",
        "{\"state\": {}, \"summary\": {\"kinds\": [1, 2]}, \"warnings\": [[1], null], \"dips\": [1]}",
        "{\"state\": true, \"summary\": {\"kinds\": {\"transaction\": 1}}, \"size\": \"x\"}"
      })
  void unexpectedTypes_areRefused_inOneLineThatNamesFileAndPlace(String json) throws IOException {
    RunDirectory run = run("a").whole().file("run.json", json);
    assertThatThrownBy(run::page)
        .isInstanceOf(NoRunException.class)
        .message()
        .containsPattern("run\\.json cannot be read: the value of \\S+ is not of its type$");
  }

  @Test
  void anotherFileInPlaceOfCsv_isNoDefect() throws IOException {
    RunDirectory run = run("a").whole();
    for (String file :
        List.of("intervals.csv", "stalls.csv", "dips.csv", "size.csv", "latency.hlog")) {
      run.file(file, "\u0001\u0002,,,\n\n\n,\nnonsense\n");
    }
    assertThat(text(run.page())).contains("id=\"environment\"");
  }

  @Test
  void aRunTooShortToBeJudged_hasNoNumberOfStalls() throws IOException {
    RunDirectory run = run("a").whole();
    run.json.putObject("stallRule").put("judgedFromSeconds", 3.0).put("shortestSeconds", 0.2);
    assertThat(text(run.json().page())).doesNotContain("too short to judge");
    run.json.withObject("/summary").put("elapsedNanoseconds", 3_100_000_000L);
    assertThat(text(run.file("stalls.csv", "").json().page()))
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
    assertThat(text(run.json().page()))
        .containsSubsequence("Stalls", "Periodic: 9 stalls, one every 60.0 s.", "0.95")
        .containsSubsequence("Dips", "Periodic: 12 dips, one every 6.5 s.", "1.25");
  }

  @Test
  void manyWarnings_doNotHideThePage_andAreAllThere() throws IOException {
    RunDirectory run = run("a").whole();
    Path page = directory.resolve("all.html");
    List<String> warnings = IntStream.rangeClosed(1, 11).mapToObj(n -> "Run " + n + ".").toList();
    write(
        page,
        new ReportPage.Heading("Two", "", warnings),
        List.of(new ReportPage.Entry("one", run.path), new ReportPage.Entry("other", run.path)));
    assertThat(text(page))
        .containsSubsequence("12 warnings", "Run 1.", "<li>Run 1.</li>", "<li>Run 11.</li>")
        .containsSubsequence("<li>Run 11.</li>", "<li>All runs: Mind the gap.</li>", "</details>");
    browser.open(page);
    double line = browser.number("return document.getElementById('warnings').offsetHeight");
    assertThat(line).as("of one line, until it is opened").isLessThan(40);
  }

  @Test
  void aWarningThatTheHeadingHas_isNotRepeated() throws IOException {
    RunDirectory run = run("a").whole();
    Path page = directory.resolve("all.html");
    List<ReportPage.Entry> entries = List.of(new ReportPage.Entry("one", run.path));
    write(page, heading("One", "one is not to be trusted: Mind the gap."), entries);
    assertThat(text(page)).containsOnlyOnce("Mind the gap.</li>");
  }
}
