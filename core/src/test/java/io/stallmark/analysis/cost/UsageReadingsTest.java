package io.stallmark.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What follows of counts at some moments for those between. */
final class UsageReadingsTest {

  private final UsageReadings readings = new UsageReadings();

  private static Usage reads(long count) {
    return new Usage(Map.of(Resource.READS, count));
  }

  @Test
  void countsAreSpreadEvenly_betweenTwoReadings() {
    readings.add(100, reads(1000));
    readings.add(200, reads(1010));
    readings.add(300, reads(1110));
    assertThat(readings.between(150, 250)).isEqualTo(reads(5 + 50));
    assertThat(readings.between(100, 300)).isEqualTo(reads(110));
  }

  @Test
  void whatReachesBeyondTheReadings_isUnknown() {
    readings.add(100, reads(1));
    readings.add(200, reads(2));
    assertThat(readings.between(99, 150)).isNull();
    assertThat(readings.between(150, 201)).isNull();
  }

  @Test
  void aCountThatBeganAnew_goesOnFromWhereItWas() {
    readings.add(100, reads(1000));
    readings.add(200, reads(1200));
    readings.add(300, reads(30)); // started again in between
    readings.add(400, reads(70));
    assertThat(readings.between(100, 400)).isEqualTo(reads(200 + 30 + 40));
  }

  @Test
  void onlyWhatAllReadingsCount_isKnown() {
    readings.add(100, new Usage(Map.of(Resource.READS, 1L, Resource.WRITES, 7L)));
    readings.add(200, reads(5));
    assertThat(readings.between(100, 200)).isEqualTo(reads(4));
  }

  @Test
  void whatIsForgotten_leavesWhatLaterMomentsNeed() {
    for (int i = 1; i <= 5; i++) {
      readings.add(100 * i, reads(10 * i));
    }
    readings.forget(350);
    assertThat(readings.between(350, 450)).isEqualTo(reads(10));
    assertThat(readings.between(290, 450)).isNull();
  }
}
