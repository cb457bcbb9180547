package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.stall.Lines;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.analysis.stall.Stall;
import io.stallmark.analysis.stall.StallCause;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.analysis.stall.StallRule;
import io.stallmark.analysis.stall.StalledRole;
import io.stallmark.spi.workload.ProgressUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class StallLinesTest {

  private static final long SECOND = 1_000_000_000L;

  private static Stall stall(long start, long length, StallCause cause) {
    return new Stall(
        StalledRole.ONLY,
        start,
        length,
        0,
        100,
        4,
        length,
        List.of("commit"),
        0,
        List.of(),
        cause,
        false);
  }

  private static List<String> lines(List<Stall> stalls) {
    return lines(stalls, new RateLine());
  }

  private static List<String> lines(List<Stall> stalls, RateLine rates) {
    return StallLines.of(
        new StallReport(
            StallRule.DEFAULT,
            ProgressUnit.TRANSACTIONS,
            stalls.size(),
            stalls,
            0,
            List.of(),
            List.of(),
            rates));
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
        .containsExactly("▇█▇▁▁█▄▇▇", "   ^^");
    assertThat(Sparkline.of(Lines.of(5, 5, 5))).containsExactly("███");
    assertThat(Sparkline.of(Lines.of())).isEmpty();
  }

  @Test
  void generatorsOwnPause_isNotPutDownToTheServer() {
    assertThat(lines(List.of(stall(SECOND, SECOND, StallCause.GENERATOR))).get(2))
        .endsWith("the generator itself was held, not the server; commit");
    assertThat(lines(List.of(stall(SECOND, SECOND, StallCause.OTHERS))).get(2))
        .endsWith("others used the processors; commit");
    assertThat(lines(List.of(stall(SECOND, SECOND, StallCause.SERVER))).get(2))
        .endsWith("  commit");
  }

  @Test
  void ofManyStalls_theLongestAreShown_inOrderOfTime() {
    List<Stall> stalls =
        IntStream.range(0, 50)
            .mapToObj(i -> stall(i * SECOND, (i % 7 + 1) * SECOND / 10, StallCause.SERVER))
            .toList();
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
