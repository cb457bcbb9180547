package io.stallmark.analysis.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.record.ProgressSlot;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RateLineTest {

  private static final long HOUR = 3_600_000_000_000L;

  private static RateLine line(long length, long stallAt) {
    RateLine line = new RateLine();
    for (long at = 0; at < length; at += ProgressSlot.LENGTH) {
      boolean stalled = at >= stallAt && at < stallAt + 10 * ProgressSlot.LENGTH;
      long count = stalled ? 0 : 50;
      line.add(
          new ProgressSlot(
              at,
              count,
              count,
              at,
              at,
              0,
              0,
              ProgressSlot.NONE,
              ProgressSlot.NONE,
              0,
              0,
              List.of()));
    }
    long end = stallAt + 10 * ProgressSlot.LENGTH;
    line.mark(new Stall(StalledRole.ONLY, stallAt, end - stallAt, 0, 500, 1, 1, List.of(), 0));
    return line;
  }

  @Test
  void shortRun_hasAPartForEachSlot() {
    RateLine line = line(30 * ProgressSlot.LENGTH, 10 * ProgressSlot.LENGTH);
    assertThat(line.size()).isEqualTo(30);
    assertThat(line.rate(9)).isEqualTo(500);
    assertThat(line.isStalled(9)).isFalse();
    assertThat(line.rate(10)).isZero();
    assertThat(line.isStalled(10)).isTrue();
    assertThat(line.isStalled(19)).isTrue();
    assertThat(line.isStalled(20)).isFalse();
  }

  @Test
  void twelveHours_fitIntoAsManyParts_andTheStallStaysInItsPlace() {
    RateLine line = line(12 * HOUR, 5 * HOUR);
    assertThat(line.size()).isBetween(64, 128);
    for (int i = 0; i < line.size(); i++) {
      assertThat(line.rate(i)).isCloseTo(500, within(3.0));
    }
    int[] stalled = IntStream.range(0, line.size()).filter(line::isStalled).toArray();
    assertThat(stalled).hasSize(1);
    assertThat(stalled[0] / (double) line.size()).isCloseTo(5.0 / 12, within(0.02));
  }
}
