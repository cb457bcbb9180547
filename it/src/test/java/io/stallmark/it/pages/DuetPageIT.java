package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.analysis.compare.Comparison;
import io.stallmark.analysis.compare.PairedEstimate;
import io.stallmark.analysis.duet.DuetLook;
import io.stallmark.analysis.duet.DuetSeconds.DuetSecond;
import io.stallmark.analysis.duet.DuetTurns;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.DuetFiles;
import io.stallmark.report.compare.StoredDuet;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.run.duet.DuetMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A duet of two written runs, on its page in a real browser. */
@Chromium.Needed
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DuetPageIT {

  private static final int PAIRS = 60;
  private static final int STEP = 5; // pairs from one look to the next
  private static final int FIRST = 20; // pairs of the first look with an interval
  private static final double FREEDOM = 9;

  private Path directory;
  private Chromium browser;
  private Path page;

  @BeforeAll
  void write(@TempDir Path directory, Chromium browser) throws Exception {
    this.directory = directory;
    this.browser = browser;
    page = duet("tenth", DuetPageIT::slower, 0);
  }

  @AfterEach
  void nothingIsComplainedOf_andNothingIsLoaded() {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isEmpty();
    browser.media("screen", "light");
    browser.noPhone();
  }

  /** Noise that both sides have. */
  private static int first(int second) {
    return 400 + 37 * second % 150;
  }

  /** A tenth less, and noise of its own. */
  private static int slower(int second) {
    return (int) (0.9 * first(second)) + 11 * second % 17;
  }

  private StoredRun run(String name, IntUnaryOperator perSecond) throws IOException {
    RunDirectory run = new RunDirectory(directory.resolve(name));
    StringBuilder rows = new StringBuilder(RunDirectory.INTERVALS_HEAD);
    for (int i = 0; i < PAIRS; i++) {
      rows.append(RunDirectory.interval(i, perSecond.applyAsInt(i), 5));
    }
    double sum = IntStream.range(0, PAIRS).map(perSecond).sum();
    run.json.withObject("/summary").put("transactionsPerSecond", sum / PAIRS);
    run.whole().intervals(rows.toString());
    return StoredRun.read(run.path);
  }

  /** Writes a duet. Returns its page. */
  private Path duet(String name, IntUnaryOperator ofB, double settling) throws IOException {
    RunGroup a =
        new RunGroup(
            "mysql://bench@one:3306/shop", List.of(run(name + "/a/run", DuetPageIT::first)));
    RunGroup b = new RunGroup("mysql://bench@two:3306/shop", List.of(run(name + "/b/run", ofB)));
    List<DuetSecond> seconds =
        IntStream.range(0, PAIRS)
            .mapToObj(i -> new DuetSecond(i + settling, first(i), ofB.applyAsInt(i)))
            .toList();
    List<DuetLook> looks = new ArrayList<>();
    for (int pairs = STEP; pairs <= PAIRS; pairs += STEP) {
      looks.add(new DuetLook(pairs, estimate(seconds.subList(0, pairs)).difference(0.01)));
    }
    Comparison comparison =
        Comparison.paired(
            a.runs().get(0).measured(),
            b.runs().get(0).measured(),
            Map.of(Comparison.THROUGHPUT, estimate(seconds)));
    StoredDuet duet =
        new StoredDuet(
            DuetMode.suiting(false, false),
            new ComparedGroups(a, b, comparison, List.of(), List.of(), List.of()),
            seconds,
            looks,
            Optional.empty(),
            null,
            settling == 0 ? null : new DuetTurns(1, settling, true, 0, List.of()));
    Path file = directory.resolve(name).resolve("duet.html");
    DuetFiles.write(duet, directory.resolve(name), file);
    return file;
  }

  /** An error that falls with the number of pairs, and is unknown of few. */
  private static PairedEstimate estimate(List<DuetSecond> seconds) {
    int pairs = seconds.size();
    return new PairedEstimate(
        seconds.stream().mapToDouble(DuetSecond::a).sum() / pairs,
        seconds.stream().mapToDouble(DuetSecond::b).sum() / pairs,
        pairs < FIRST ? Double.NaN : 0.1 / Math.sqrt(pairs),
        FREEDOM,
        true);
  }

  private static double percent(int second) {
    return 100 * ((double) slower(second) / first(second) - 1);
  }

  @Test
  void head_hasTheVerdict_bothSides_andTheMode() {
    browser.open(page);
    assertThat(browser.find("h1").getText()).isEqualTo("Duet of tiny: 60 pairs of intervals");
    assertThat(browser.find(".subtitle").getText())
        .contains("A mysql://bench@one:3306/shop", "B mysql://bench@two:3306/shop", "together");
    assertThat(browser.find("#badges").getText()).contains("B is slower: -", "transactions/s, -");
    assertThat(browser.find("#comparison table").getText())
        .containsPattern("transaction transactions/s \\S+ \\S+ -\\S+ % .* to .* slower");
  }

  @Test
  void throughputOfBothSides_isOnOneAxis() {
    browser.open(page);
    assertThat(browser.series("throughput", "series.name")).hasSize(2).doesNotHaveDuplicates();
    assertThat(browser.series("throughput", "series.data.length > 50"))
        .isEqualTo(List.of(true, true));
    for (int side = 0; side < 2; side++) {
      assertThat(browser.painted("throughput", side)).isPositive();
    }
  }

  @Test
  void differenceInEachSecond_isThatOfItsPair_withTheMedian() {
    browser.open(page);
    for (int second : new int[] {0, 17, PAIRS - 1}) {
      assertThat(browser.number(drawn(0, second), "duet-difference"))
          .isCloseTo(percent(second), within(1e-6));
    }
    double[] sorted = IntStream.range(0, PAIRS).mapToDouble(DuetPageIT::percent).sorted().toArray();
    double median = (sorted[PAIRS / 2 - 1] + sorted[PAIRS / 2]) / 2;
    assertThat(browser.number(drawn(1, PAIRS), "duet-difference")).isCloseTo(median, within(1e-6));
    assertThat(browser.find("[data-legend=duet-difference]").getText())
        .contains("in each pair", "median -")
        .startsWith("% of A");
    assertThat(browser.painted("duet-difference", 0)).isPositive();
  }

  private static String drawn(int series, double x) {
    return Chromium.CHART
        + ("return chart.getOption().series[" + series + "].data.map(d => d.value || d)")
        + (".filter(d => d[0] <= " + x + ").pop()[1]");
  }

  @Test
  void intervalOfTheDifference_becomesNarrowOverTime() {
    browser.open(page);
    List<?> bars =
        (List<?>)
            browser.script(
                Chromium.CHART
                    + "return chart.getOption().series[0].data.filter(d => d[1] !== null)",
                "duet-interval");
    int looks = (PAIRS - FIRST) / STEP + 1;
    assertThat(bars).as("both ends of each").hasSize(2 * looks);
    double first = bound(bars, 1, 1) - bound(bars, 0, 1);
    double last = bound(bars, 2 * looks - 1, 1) - bound(bars, 2 * looks - 2, 1);
    assertThat(last).isPositive().isLessThan(first);
    assertThat(bound(bars, 0, 0)).as("the end of its last pair").isEqualTo(FIRST);
    assertThat(bound(bars, 2 * looks - 1, 0)).isEqualTo(PAIRS);
    assertThat(browser.find("[data-legend=duet-interval]").getText())
        .contains("interval", "difference so far");
  }

  @Test
  void lastLook_isWithinTheChart_whereSidesTakeTurns() throws IOException {
    browser.open(duet("turns", DuetPageIT::slower, 0.2));
    String last = Chromium.CHART + "return chart.getOption().series[0].data.at(-1)[0]";
    assertThat(browser.number(last, "duet-interval")).isEqualTo(PAIRS);
  }

  private static double bound(List<?> bars, int index, int axis) {
    return ((Number) ((List<?>) bars.get(index)).get(axis)).doubleValue();
  }

  @Test
  void tables_haveEveryPair_andEveryLook() {
    browser.open(page);
    browser.script("document.querySelectorAll('details.table').forEach(each => each.open = true)");
    browser.await("document.querySelectorAll('#duet-difference tbody tr').length === " + PAIRS);
    assertThat(browser.find("#duet-interval table").getText())
        .contains("after s pairs difference, % of A lower bound upper bound", "60 60 -");
  }

  @Test
  void page_isReadable_light_dark_andOnAPhone() throws Exception {
    browser.open(page);
    assertThat(PageLayout.flaws(browser)).isEmpty();
    browser.open(page);
    assertThat(browser.mark("duet")).as("marks of the documentation").isNull();
    browser.open(page);
    browser.picture("duet");
    browser.media("screen", "dark");
    browser.picture("duet-dark");
    String ground = Chromium.CHART + "return chart.getOption().backgroundColor";
    for (String chart : List.of("duet-difference", "duet-interval")) {
      assertThat(browser.script(ground, chart)).isEqualTo("#14181f");
      assertThat(browser.painted(chart, 1)).as("in its colour for the dark").isPositive();
    }
    browser.media("screen", "light");
    browser.phone();
    browser.picture("duet-phone");
  }

  @Test
  void sideThatStandsStill_isAHundredPercentLess() throws Exception {
    browser.open(duet("nothing", second -> second < PAIRS / 2 ? slower(second) : 0, 0));
    assertThat(browser.number(drawn(0, PAIRS), "duet-difference")).isEqualTo(-100);
  }
}
