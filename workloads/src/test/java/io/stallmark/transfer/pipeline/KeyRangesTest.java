package io.stallmark.transfer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyRangesTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 63, 64, 65, 1000, Long.MAX_VALUE, -1})
  void ranges_haveEveryKeyOnce(long keys) {
    long first = keys < 0 ? Long.MIN_VALUE : -5;
    long last = keys < 0 ? Long.MAX_VALUE : keys == Long.MAX_VALUE ? keys : first + keys - 1;
    KeyRanges ranges = KeyRanges.of(first, last, 64);
    assertThat(ranges.low(0)).isEqualTo(first);
    for (long i = 0; i < ranges.count(); i++) {
      assertThat(ranges.low(i)).isLessThanOrEqualTo(ranges.high(i));
      if (i > 0) {
        assertThat(ranges.low(i)).isEqualTo(ranges.high(i - 1) + 1);
      }
    }
    assertThat(ranges.high(ranges.count() - 1)).isEqualTo(last);
    assertThat(List.of(KeyRanges.EMPTY.low(0), KeyRanges.EMPTY.high(0))).containsExactly(0L, -1L);
  }

  @ParameterizedTest
  @CsvSource({"1, 480, 1, 1", "2500, 480, 3, 2", "1000000, 480, 4, 16", "2000, 294000, 2, 9"})
  void rangesOfGeneratedRows_areLimited_andHaveEveryKeyOnce(
      long rows, int meanBytes, int clients, long count) {
    KeyRanges ranges = KeyRanges.ofRows(rows, meanBytes, clients);
    assertThat(ranges.count()).isEqualTo(count);
    assertThat(ranges.low(0)).isEqualTo(1);
    for (long i = 1; i < count; i++) {
      assertThat(ranges.low(i)).isEqualTo(ranges.high(i - 1) + 1);
      assertThat((ranges.high(i) - ranges.low(i) + 1) * meanBytes).isLessThanOrEqualTo(64 << 20);
    }
    assertThat(ranges.high(count - 1)).isEqualTo(rows);
  }

  @Test
  void pages_endWithTheirRange() {
    KeyRanges ranges = KeyRanges.ofRows(2500, 480, 1);
    assertThat(ranges.endOfPage(1, 2500)).isEqualTo(2000);
    assertThat(ranges.endOfPage(2001, 2500)).isEqualTo(2500);
    assertThat(KeyRanges.of(-5, 5, 2).endOfPage(-5, 0)).isZero();
  }
}
