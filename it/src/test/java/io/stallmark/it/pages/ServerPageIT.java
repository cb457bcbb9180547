package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;

/** What the server did, on the page of a run in a real browser. */
final class ServerPageIT extends PageTextCase {

  private static final String COUNTERS =
      """
      start_s,end_s,dirty_mb,used_mb,waits_per_s,idle,absent
      0.1,1.1,10,20,0,0,
      1.1,2.1,30.5,20,0,0,
      2.1,3.9,50,20,700,0,
      """;

  private Path page() throws IOException {
    RunDirectory run = run("counters").whole().file("counters.csv", COUNTERS);
    ArrayNode columns = run.json.putArray("counters");
    column(columns, "dirty_mb", "Cache", "dirty", "MB");
    column(columns, "used_mb", "Cache", "used", "MB");
    column(columns, "waits_per_s", "Row lock waits", "", "waits/s");
    column(columns, "idle", "Threads", "", "threads");
    column(columns, "absent", "Of another server", "", "pages/s");
    return run.json().page();
  }

  private static void column(ArrayNode columns, String id, String chart, String series, String of) {
    columns.addObject().put("id", id).put("chart", chart).put("series", series).put("unit", of);
  }

  @Test
  void figures_areInACharts_oneForEachTitle_withTheBandsOfTheOthers() throws IOException {
    String text = text(page());
    assertThat(text)
        .contains("What the server did", ">Cache<", ">Row lock waits<")
        .contains("Always 0, so not drawn: Threads.")
        .doesNotContain("Of another server");
    assertThat(browser.series("server-0", "series.name")).isEqualTo(List.of("dirty", "used"));
    assertThat(browser.series("server-1", "series.name")).isEqualTo(List.of("waits/s"));
    assertThat(browser.series("server-0", "series.data.map(d => d.slice(0, 2).join()).join(' ')"))
        .isEqualTo(List.of("0.1,10 1.1,30.5 2.1,50 3.9,50", "0.1,20 1.1,20 2.1,20 3.9,20"));
    String bands = "series.markArea?.data.map(d => d.map(end => end.xAxis).join('-')).join()";
    assertThat(browser.series("server-0", bands).get(0))
        .isEqualTo(browser.series("response", bands).get(0));
    assertThat(browser.find("[data-legend=server-1] .unit").getText()).isEqualTo("waits/s");
  }

  @Test
  void aPointerInOneChart_showsItsTimeInAllOthersOverTime() throws IOException {
    browser.open(page());
    String point =
        Chromium.CHART
            + "const [x, y] = chart.convertToPixel('grid', [2.5, 20]);"
            + "chart.getZr().handler.dispatch('mousemove', {zrX: x, zrY: y, offsetX: x, offsetY: y})";
    browser.script(point, "server-0");
    for (String other : List.of("throughput", "response", "server-1")) {
      String shown =
          Chromium.CHART
              + "const line = chart.getDom().querySelector('.cursor');"
              + "return line.hidden ? NaN : chart.convertFromPixel({xAxisIndex: 0}, parseFloat(line.style.left))";
      assertThat(browser.number(shown, other)).as(other).isCloseTo(2.5, within(0.02));
    }
    String hidden = "return document.querySelectorAll('.cursor:not([hidden])').length";
    assertThat(browser.number(hidden)).isGreaterThan(2);
    browser.script(Chromium.CHART + "chart.getZr().trigger('globalout', {})", "server-0");
    assertThat(browser.number(hidden)).isZero();
  }

  @Test
  void anOldRun_hasNone() throws IOException {
    assertThat(text(run("old").whole().page())).doesNotContain("What the server did");
  }
}
