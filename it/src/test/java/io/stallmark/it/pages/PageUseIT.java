package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.node.ObjectNode;

/** What a reader sees first of a run's page, at each width, and what he can do with it. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PageUseIT extends PageTextCase {

  @Test
  void headline_isOneLine_withTheUnitOfTheWorkload() throws IOException {
    RunDirectory run = run("a").whole();
    assertThat(headline(run)).isEqualTo("82.5 tx/s · p95 8 ms · 1 stall · trust not judged");
    run.json.putObject("trust").put("trusted", true);
    run.kind("transaction", 1000);
    assertThat(headline(run)).isEqualTo("82.5 tx/s · p99 9 ms · 1 stall · trusted");
    ObjectNode role = run.json.withObject("/summary").putArray("roles").addObject();
    role.put("name", "client").put("unit", "rows").put("progressPerSecond", 82_500);
    run.json.withObject("/trust").put("trusted", false);
    run.json.put("state", "interrupted");
    assertThat(headline(run))
        .isEqualTo("82,500 rows/s · p99 9 ms · 1 stall · NOT trusted · interrupted");
    run.json.put("state", "failed");
    assertThat(headline(run)).isEqualTo("failed · p99 9 ms · 1 stall");
  }

  private String headline(RunDirectory run) throws IOException {
    browser.open(run.json().page());
    return browser.find("#headline").getText();
  }

  @Test
  void atEveryWidth_nothingOverlaps_nothingIsCutOff_andNoWordIsBroken() throws IOException {
    RunDirectory run = run("a").whole();
    run.json
        .withArray("/warnings")
        .add("The processors of this machine were 97 % busy. ".repeat(9));
    run.json.withObject("/spec/settings").put("file", "/a/directory".repeat(20));
    browser.open(run.json().page());
    assertThat(PageLayout.flaws(browser)).isEmpty();
    Path several = directory.resolve("all.html");
    write(
        several,
        heading("Two"),
        List.of(new ReportPage.Entry("one", run.path), new ReportPage.Entry("other", run.path)));
    browser.open(several);
    assertThat(PageLayout.flaws(browser)).isEmpty();
  }

  /** On a phone without pushing the table aside; a wider window has every column. */
  @Test
  void mainFiguresOfOperations_areInTheWindowOfAPhone() throws IOException {
    RunDirectory run = run("phone").whole();
    run.kind("select_orders_of_a_customer", 123_456).put("perSecond", 30_864.2);
    run.kind("commit", 10_000).put("failures", 12);
    browser.open(run.json().page());
    browser.phone();
    String heads =
        "return [...document.querySelectorAll('#operations th')].filter(e => e.checkVisibility()"
            + " && e.getBoundingClientRect().right <= innerWidth).map(e => e.textContent).join()";
    assertThat(browser.script(heads)).isEqualTo("operation,/s,p95 ms,p99 ms,failures");
    String hidden =
        "const table = document.querySelector('#operations .scroll');"
            + "return table.scrollWidth - table.clientWidth";
    assertThat(browser.number(hidden)).as("pushed aside").isZero();
    browser.noPhone();
    String all =
        "return [...document.querySelectorAll('#operations th')].every(e => e.checkVisibility())";
    assertThat(browser.script(all)).as("on a screen").isEqualTo(true);
  }

  @Test
  void runThatIsGoingOn_claimsNothingThatIsNotKnownYet() throws IOException {
    RunDirectory run = run("running").whole();
    run.json.put("state", "running").remove("summary");
    String rows = RunDirectory.interval(0, 100, 2) + RunDirectory.interval(1, 120, 3);
    run.file("stalls.csv", "start_s,length_s\n").intervals(RunDirectory.INTERVALS_HEAD + rows);
    browser.open(run.json().page());
    assertThat(browser.find("#figures").getText())
        .contains("the run was too short to judge", "MB on disk\n12.0")
        .doesNotContain("none", "at the end");
    String live =
        "const of = {subtitle: 'closed loop', cards: [['errors', '0']], sections: () => []};"
            + "const {headline, reason, subtitle, cards} = stallmarkLive.words(of, {"
            + "  ...stallmarkData.runs[0], ...arguments[0]}, arguments[1]);"
            + "return [headline.join(', '), reason, subtitle, cards.length].join('|')";
    assertThat(browser.script(live, Map.of(), Map.of("prepared", true, "finished", "a")))
        .isEqualTo(
            "120.0 tx/s, p50 1.000 ms, 0 stalls, 2 s|Starting \u00b7 headline of the last interval"
                + " \u00b7 the finished page will be here, and remains at a|closed loop|1");
    Map<String, Object> none = Map.of("intervals", Map.of());
    assertThat(browser.script(live, none, Map.of("prepared", false, "finished", "a")))
        .as("before run.json is there")
        .isEqualTo("|Starting \u00b7 the finished page will be here, and remains at a||0");
  }

  @Test
  void rolesAndLimits_areInTheWindowOfAPhone() throws IOException {
    RunDirectory run = run("limits").whole();
    for (String name : new String[] {"inserters", "queriers"}) {
      ObjectNode role = run.json.withObject("/summary").withArray("roles").addObject();
      role.put("name", name).put("unit", "transactions").put("progressPerSecond", 82_500);
    }
    run.json
        .putArray("limits")
        .addObject()
        .put("limit", "transactions/s>100000")
        .put("metric", "transactions_per_s")
        .put("value", 82.5)
        .put("met", false);
    run.json
        .putArray("responseLimits")
        .addObject()
        .put("kind", "new_order_of_a_customer")
        .put("percent", 90)
        .put("limitSeconds", 5)
        .put("reachedSeconds", 7)
        .put("met", false);
    browser.open(run.json().page());
    browser.phone();
    for (String table : List.of("roles", "own-limits", "limits")) {
      String hidden =
          "const {scrollWidth, clientWidth} = document.querySelector(arguments[0] + ' .scroll');"
              + "return scrollWidth - clientWidth";
      assertThat(browser.number(hidden, "#" + table)).as(table).isZero();
    }
    assertThat(browser.find("#own-limits").getText()).contains("MISSED");
    browser.noPhone();
  }

  @Test
  void nameAndTags_areShown_whereTheyWereGiven() throws IOException {
    RunDirectory run = run("a").whole();
    browser.open(run.page());
    assertThat(browser.script("return document.querySelectorAll('.tag').length")).isEqualTo(0L);
    run.json.put("name", "nightly").putObject("tags").put("build", "417");
    browser.open(run.json().page());
    assertThat(browser.find("h1").getText()).endsWith("nightly build=417");
    assertThat(browser.script("return document.title")).isEqualTo("nightly: tiny on Memory 1");
  }

  @Test
  void percentile_withoutTenSamplesBeyondIt_isADash() throws IOException {
    RunDirectory run = run("a").whole();
    run.kind("transaction", 19);
    run.kind("insert", 200);
    String operations = "#operations tbody tr:nth-child(%d)";
    browser.open(run.json().page());
    assertThat(browser.find(String.format(Locale.ROOT, operations, 1)).getText())
        .isEqualTo("transaction 19 4.8 – 2.500 – – – – 950.0");
    assertThat(browser.find(String.format(Locale.ROOT, operations, 2)).getText())
        .isEqualTo("insert 200 50.0 82,500.0 2.500 2.000 8.000 – – 950.0");
  }

  @Test
  void whatDiffersFromADefault_isMarked_withTheDefault() throws IOException {
    RunDirectory run = run("a").whole();
    run.json.put("workload", "sysbench").put("seed", 20261120);
    ObjectNode spec = run.json.withObject("/spec").put("durationSeconds", 300);
    spec.put("intervalSeconds", 1).put("allowedErrorsPercent", 1).put("reconnectSeconds", 60);
    spec.put("threads", 4).withObject("/settings").put("tables", 9).put("rows", 100_000);
    run.json.withObject("/database").put("innodb_buffer_pool_size", "536870912");
    assertThat(text(run.json().page())).contains("<td>512 MiB</td>");
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('#spec tr.changed')]"
                    + ".map(row => [...row.cells].slice(0, 3).map(c => c.textContent).join())"
                    + ".join('; ')"))
        .isEqualTo("duration,5 min,30 s; tables,9,4");
    assertThat(browser.find("#spec .beside").getText()).isEqualTo("duration 5 min · tables 9");
  }

  @Test
  void buttons_saveTheFiguresAndTheChart_andCopyTheCommand() throws IOException {
    RunDirectory run = run("a").whole();
    run.json.withObject("/spec").put("url", "embedded:mysql");
    browser.open(run.json().page());
    browser.script(
        """
        URL.createObjectURL = blob => { blob.text().then(text => window.text = text); return '#'; };
        HTMLAnchorElement.prototype.click = function() { window.file = this.download; };
        navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); };
        """);
    browser.find("#throughput .tools button").click();
    browser.await("window.text !== undefined");
    assertThat(browser.script("return window.file")).isEqualTo("tiny-on-memory-1-throughput.csv");
    List<String> lines = ((String) browser.script("return window.text")).lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).startsWith("start_s,end_s,transactions,rows,");
    assertThat(lines.get(3)).startsWith("2,3,0,0,");
    browser.find("#command button").click();
    browser.await("document.querySelector('#command button').textContent === 'Copied'");
    assertThat(browser.script("return window.copied"))
        .isEqualTo(browser.find("#command code").getText())
        .asString()
        .startsWith("stallmark run tiny --url embedded:mysql --threads 2 ");
    Object picture =
        browser.script(
            """
            const canvas = stallmarkDownloads.picture('throughput', 'Throughput');
            const chart = stallmarkCharts.get('throughput');
            const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, 104);
            const blue = [0x00, 0x72, 0xb2];
            return [canvas.width / chart.getWidth(), canvas.height / 2 - chart.getHeight(),
              data.some((v, i) => i % 4 === 0 && blue.every((b, k) => data[i + k] === b))].join();
            """);
    assertThat(picture).as("twice as wide, with title and legend").isEqualTo("2,52,true");
  }

  @Test
  void textsInCsv_areQuoted_andAreNoFormulas() throws IOException {
    browser.open(run("a").whole().page());
    String rows = "[{cells: ['a,\"b\"', '=1+1', -2.5, NaN, null]}]";
    String columns = "[['x'], ['y'], ['z'], ['u'], ['v']]";
    String csv = "stallmarkDownloads.csvOf({columns: " + columns + ", rows: " + rows + "})";
    assertThat(browser.script("return " + csv + ".split('\\r\\n')"))
        .isEqualTo(List.of("x,y,z,u,v", "\"a,\"\"b\"\"\",'=1+1,-2.5,,", ""));
  }

  @Test
  void onPaper_everySectionIsOpen_andAfterwardsAsItWas() throws IOException {
    browser.open(run("a").whole().page());
    String folded = "document.querySelectorAll('details.fold:not([open])').length";
    double before = browser.number("return " + folded);
    assertThat(before).isGreaterThan(5);
    browser.media("print", "light");
    browser.await("" + folded + " === 0");
    browser.await("!document.querySelector('[data-chart]:not([data-painted])')");
    browser.print("folded");
    browser.media("screen", "light");
    browser.await("" + folded + " === " + (long) before);
  }
}
