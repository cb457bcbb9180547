package io.stallmark.timeseries.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.timeseries.table.ReadingContent.ValueDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingContentTest {

  private static final int DRAWS = 20_000;

  @ParameterizedTest
  @CsvSource({"uniform,0.2", "pareto,0.8", "zipfian,0.69"})
  void values_followTheirLaw(String law, double lowestFifth) {
    ReadingContent content = new ReadingContent(new ValueDistribution(law, 100_000, false), 5);
    int low = 0;
    for (int ts = 0; ts < DRAWS; ts++) {
      content.turnTo(1, ts);
      for (int i = 0; i < 5; i++) {
        assertThat(content.data(i)).isBetween(1.0, 100_000.0).isEqualTo(Math.rint(content.data(i)));
        low += content.data(i) <= 20_000 ? 1 : 0;
      }
      assertThat(content.cnt()).isBetween(1L, 1000L);
    }
    assertThat(low / (5.0 * DRAWS)).isBetween(lowestFifth - 0.01, lowestFifth + 0.01);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "pareto", "zipfian"})
  void realValues_areFractionsInTheSameRange(String law) {
    ReadingContent content = new ReadingContent(new ValueDistribution(law, 1000, true), 5);
    int whole = 0;
    for (int ts = 0; ts < 1000; ts++) {
      content.turnTo(1, ts);
      assertThat(content.data(0)).isBetween(0.0, 1000.0);
      whole += content.data(0) == Math.rint(content.data(0)) ? 1 : 0;
    }
    assertThat(whole).isLessThan(3);
  }

  @Test
  void row_isAFunctionOfSeedSensorAndTs() {
    ValueDistribution distribution = new ValueDistribution("uniform", 1000, true);
    ReadingContent one = new ReadingContent(distribution, 5);
    ReadingContent other = new ReadingContent(distribution, 5);
    one.turnTo(3, 7);
    long sum = one.checksum(7);
    other.turnTo(4, 9);
    other.turnTo(3, 7);
    assertThat(other.checksum(7)).isEqualTo(sum);
    other.turnTo(7, 3);
    assertThat(other.checksum(7)).isNotEqualTo(sum);
    ReadingContent seeded = new ReadingContent(distribution, 6);
    seeded.turnTo(3, 7);
    assertThat(seeded.checksum(7)).isNotEqualTo(sum);
  }

  @Test
  void checksum_changesWithEveryValue() {
    double[] data = {1, 2, 3, 4, 5};
    long sum = ReadingContent.checksum(1, data, 9);
    assertThat(ReadingContent.checksum(2, data, 9)).isNotEqualTo(sum);
    assertThat(ReadingContent.checksum(1, data, 8)).isNotEqualTo(sum);
    for (int i = 0; i < data.length; i++) {
      double[] changed = data.clone();
      changed[i] = Math.nextUp(changed[i]);
      assertThat(ReadingContent.checksum(1, changed, 9)).isNotEqualTo(sum);
    }
    assertThat(ReadingContent.checksum(1, new double[] {2, 1, 3, 4, 5}, 9)).isNotEqualTo(sum);
  }
}
