package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.page.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A page in a browser, and its text. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PageTextCase {

  @TempDir Path directory;
  Chromium browser;

  @BeforeAll
  void openBrowser(Chromium browser) {
    this.browser = browser;
  }

  @AfterEach
  void nothingIsComplainedOf_andNothingIsLoaded() {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
  }

  RunDirectory run(String name) {
    return new RunDirectory(directory.resolve(name));
  }

  static ReportPage.Heading heading(String title, String... warnings) {
    return new ReportPage.Heading(title, "", List.of(warnings));
  }

  static void write(Path page, ReportPage.Heading heading, List<ReportPage.Entry> entries)
      throws IOException {
    ReportPage.write(entries, heading, Map.of(), page);
  }

  /** The elements of a page, with every table opened, without its data and scripts. */
  String text(Path page) {
    browser.open(page);
    browser.script("document.querySelectorAll('details.table').forEach(each => each.open = true)");
    browser.await("!document.querySelector('details.table:not(:has(table))')");
    return (String)
        browser.script("return document.body.innerHTML.replace(/<script[^]*?<\\/script>/g, '')");
  }

  /** What the charts draw of the first run of the page that is open, as JSON. */
  Object drawn(String name) {
    return browser.script(
        "const data = JSON.parse(document.getElementById('data').textContent);"
            + "return JSON.stringify(stallmarkRuns.derived(data.runs[0], data.metrics)."
            + name
            + ")");
  }
}
