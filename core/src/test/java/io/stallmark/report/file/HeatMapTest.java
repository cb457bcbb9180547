package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions by time and response time. */
final class HeatMapTest {

  private static final long MILLISECOND = 1_000_000;

  @TempDir Path directory;

  /** A map over intervals of a second, the last of which may be shorter. */
  private HeatMap map(int seconds, double rest) throws IOException {
    StringBuilder rows = new StringBuilder("start_s,end_s,transactions\n");
    for (int i = 0; i < seconds; i++) {
      rows.append(i + "," + (i + 1) + ",1\n");
    }
    if (rest > 0) {
      rows.append(seconds + "," + (seconds + rest) + ",1\n");
    }
    Path file = directory.resolve("intervals.csv");
    Files.writeString(file, rows);
    return new HeatMap(CsvColumns.read(file));
  }

  private static Histogram histogram(long... nanos) {
    Histogram histogram = new Histogram(3);
    for (long value : nanos) {
      histogram.recordValue(value);
    }
    return histogram;
  }

  private static double lowest(HeatMap.Cells cells, long row) {
    return Math.pow(10, (double) (cells.lowest() + row) / cells.perDecade());
  }

  @Test
  void aTransaction_isInTheCellOfItsTimeAndResponseTime() throws IOException {
    HeatMap map = map(3, 0);
    map.add(0.5, histogram(2 * MILLISECOND, 2 * MILLISECOND, 30 * MILLISECOND));
    map.add(2.5, histogram(2 * MILLISECOND));
    HeatMap.Cells cells = map.cells();
    assertThat(cells.start()).containsExactly(0, 1, 2);
    assertThat(cells.counts().get(0)).containsExactly(0, 2, cells.rows() - 1, 1);
    assertThat(cells.counts().get(1)).isEmpty();
    assertThat(cells.counts().get(2)).containsExactly(0, 1);
    assertThat(lowest(cells, 0)).isLessThanOrEqualTo(2.001);
    assertThat(lowest(cells, 1)).isGreaterThan(2);
    assertThat(lowest(cells, cells.rows() - 1)).isLessThanOrEqualTo(30.02);
    assertThat(lowest(cells, cells.rows())).isGreaterThan(30);
  }

  @Test
  void manyIntervals_areAtMost120Columns_thatLoseNoTransaction() throws IOException {
    HeatMap map = map(1000, 0);
    for (int i = 0; i < 1000; i++) {
      map.add(i + 0.5, histogram(MILLISECOND * (1 + i % 50)));
    }
    HeatMap.Cells cells = map.cells();
    assertThat(cells.start()).hasSizeBetween(100, 120);
    assertThat(cells.end()[cells.end().length - 1]).isEqualTo(1000);
    assertThat(sum(cells.counts())).isEqualTo(1000);
    assertThat(IntStream.range(1, cells.start().length))
        .allMatch(i -> cells.start()[i] == cells.end()[i - 1]);
  }

  @Test
  void allResponseTimes_areOnAtMost60Rows() throws IOException {
    for (long highest : new long[] {2_000, 100_000, 1_000_000_000L, 3_600_000_000_000L}) {
      HeatMap map = map(1, 0);
      map.add(0.5, histogram(1, 1_000, highest));
      HeatMap.Cells cells = map.cells();
      assertThat(cells.rows()).as("up to %s ns", highest).isBetween(2, 60);
      assertThat(sum(cells.counts())).isEqualTo(3);
    }
    HeatMap narrow = map(1, 0);
    narrow.add(0.5, histogram(MILLISECOND, 9 * MILLISECOND));
    assertThat(narrow.cells().perDecade()).as("steps of 6 %").isEqualTo(40);
  }

  @Test
  void aSliverAtTheEnd_isPartOfTheColumnBefore() throws IOException {
    HeatMap map = map(2, 0.25);
    map.add(1.5, histogram(MILLISECOND));
    map.add(2.125, histogram(MILLISECOND));
    HeatMap.Cells cells = map.cells();
    assertThat(cells.end()).containsExactly(1, 2.25);
    assertThat(cells.counts().get(1)).containsExactly(0, 2);
    assertThat(map(2, 0.75).cells().rows()).isZero();
  }

  @Test
  void appendedIntervals_areAtMost240Columns_ofTheSameLength() {
    HeatMap map = new HeatMap();
    for (int i = 0; i < 1000; i++) {
      map.append(i, i + 1, histogram(MILLISECOND));
      assertThat(map.cells().start().length).isBetween(i < 240 ? i + 1 : 120, 240);
    }
    HeatMap.Cells cells = map.cells();
    assertThat(cells.start()).hasSize(125);
    assertThat(IntStream.range(0, 125))
        .allMatch(i -> cells.start()[i] == 8 * i && cells.end()[i] == 8 * i + 8);
    assertThat(sum(cells.counts())).isEqualTo(1000);
  }

  @Test
  void anIntervalThatIntervalsCsvLacks_isLeftOut() throws IOException {
    HeatMap map = map(2, 0);
    map.add(2.5, histogram(MILLISECOND));
    map.add(-0.5, histogram(MILLISECOND));
    assertThat(map.cells().rows()).isZero();
    assertThat(map.cells().counts()).isEmpty();
    map.add(0, histogram(MILLISECOND));
    assertThat(sum(map.cells().counts())).isEqualTo(1);
    assertThat(lowest(map.cells(), 0)).isCloseTo(1, within(0.06));
  }

  private static long sum(List<long[]> counts) {
    return counts.stream()
        .mapToLong(
            pairs ->
                IntStream.range(0, pairs.length)
                    .filter(i -> i % 2 == 1)
                    .mapToLong(i -> pairs[i])
                    .sum())
        .sum();
  }
}
