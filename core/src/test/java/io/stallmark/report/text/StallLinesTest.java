package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.stall.Lines;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.StallSummary;
import io.stallmark.result.StallFindings.StallThresholds;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class StallLinesTest {

  private static StallSummary stall(double start, double length, String blame) {
    return stall(start, length, blame, false);
  }

  private static StallSummary stall(double start, double length, String blame, boolean bound) {
    return new StallSummary(
        null,
        null,
        start,
        length,
        0,
        100,
        4,
        (long) (length * 1e9),
        List.of("commit"),
        0,
        blame,
        bound,
        List.of());
  }

  private static List<String> lines(List<StallSummary> stalls) {
    return lines(stalls, new RateLine());
  }

  private static List<String> lines(List<StallSummary> stalls, RateLine rates) {
    return StallLines.of(
        new StallFindings(
            new StallThresholds(10, 0.2, 3),
            (long) stalls.size(),
            stalls,
            0L,
            List.of(),
            List.of()),
        "transactions",
        rates);
  }

  @Test
  void runWithoutStalls_saysSo() {
    assertThat(lines(List.of(), Lines.of(LongStream.generate(() -> 9).limit(32).toArray())))
        .startsWith(
            "Stalls: 0.2 s or more under 10 % of the usual transactions/s while work was waiting",
            "  none after the first 3 s, which are not judged");
  }

  @Test
  void runTooShortForAnyToBeFound_doesNotSayThatThereWereNone() {
    RateLine barely = Lines.of(LongStream.generate(() -> 9).limit(31).toArray());
    assertThat(lines(List.of()).get(1)).startsWith("  not judged: the first 3 s ");
    assertThat(lines(List.of(), barely).get(1)).startsWith("  not judged");
  }

  @Test
  void rate_isDrawnByTheUsual_howeverHighABacklogDrives() {
    assertThat(Sparkline.of(Lines.of(8, 10, 8, 0, 0, 90, 4, 8, 8)))
        .containsExactly("  rate ▇█▇▁▁█▄▇▇", "          ^^");
    assertThat(Sparkline.of(Lines.of(5, 5, 5))).containsExactly("  rate ███");
    assertThat(Sparkline.of(Lines.of())).isEmpty();
  }

  @Test
  void generatorsOwnPause_isNotPutDownToTheServer() {
    assertThat(lines(List.of(stall(1, 1, "generator"))).get(2))
        .endsWith("the generator was not scheduled; commit");
    assertThat(lines(List.of(stall(1, 1, "others"))).get(2))
        .endsWith("others used the processors; commit");
    assertThat(lines(List.of(stall(1, 1, "server"))).get(2)).endsWith("  commit");
  }

  @Test
  void stallOfTheServer_whileTheGeneratorWasTheBottleneck_saysSo() {
    assertThat(lines(List.of(stall(1, 1, "server", true))).get(2))
        .endsWith("  the generator was the bottleneck meanwhile; commit");
    assertThat(lines(List.of(stall(1, 1, "others", true))).get(2))
        .endsWith("  others used the processors; commit");
  }

  @Test
  void ofManyStalls_theLongestAreShown_inOrderOfTime() {
    List<StallSummary> stalls =
        IntStream.range(0, 50).mapToObj(i -> stall(i, (i % 7 + 1) / 10.0, "server")).toList();
    List<String> lines = lines(stalls);
    assertThat(lines)
        .hasSize(24)
        .endsWith("  the 20 longest of 50", "  the first 3 s are not judged");
    List<Double> starts =
        lines.subList(2, 22).stream()
            .map(line -> Double.parseDouble(line.strip().split(" +")[0]))
            .toList();
    assertThat(starts).isSorted().contains(6.0, 13.0, 48.0).doesNotContain(0.0, 7.0);
  }
}
