package io.stallmark.ycsb.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stallmark.data.Rng;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RequestKeysTest {

  private static final int MILLION = 1_000_000;
  private static final int DRAWS = 2_000_000;

  private final RecordNumbers numbers = new RecordNumbers();
  private final Rng rng = Rng.of(1, 0);

  private KeyChooser chooser(RequestDistribution distribution, long records) {
    numbers.startAfter(records - 1);
    return new RequestKeys(distribution, records, records + 1, numbers).chooser();
  }

  private double share(KeyChooser chooser, LongPredicate of) {
    long count = 0;
    for (int i = 0; i < DRAWS; i++) {
      count += of.test(chooser.next(rng)) ? 1 : 0;
    }
    return (double) count / DRAWS;
  }

  /** Shares of YCSB's core 0.17.0 over [0, 10^6]. */
  @ParameterizedTest
  @CsvSource({"801320, 0.0378", "216074, 0.0190", "971811, 0.0153", "386565, 0.0108"})
  void zipfian_hasTheHotKeysOfYcsb(long record, double share) {
    assertThat(share(chooser(RequestDistribution.ZIPFIAN, MILLION), r -> r == record))
        .isEqualTo(share, within(0.0005));
  }

  /** Shares of YCSB's core 0.17.0 with 10^6 records. */
  @ParameterizedTest
  @CsvSource({"999999, 0.0652", "999998, 0.0326"})
  void latest_prefersTheLastRecords(long record, double share) {
    assertThat(share(chooser(RequestDistribution.LATEST, MILLION), r -> r == record))
        .isEqualTo(share, within(0.0006));
  }

  @Test
  void latest_followsInserts() {
    KeyChooser chooser = chooser(RequestDistribution.LATEST, 1000);
    numbers.take();
    numbers.inserted(1000);
    Map<Long, Integer> seen = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      seen.merge(chooser.next(rng), 1, Integer::sum);
    }
    assertThat(seen.get(1000L)).isGreaterThan(1000);
  }

  @Test
  void hotspot_sends80PercentToTheFirstFifth() {
    assertThat(share(chooser(RequestDistribution.HOTSPOT, 1000), r -> r < 200))
        .isEqualTo(0.8, within(0.002));
  }

  /** The share of the last x records is 1 − e^(−3.4951 x); redraws divide it by that of all. */
  @Test
  void exponential_sends95PercentToTheLast86Percent() {
    double all = 1 - Math.exp(Math.log(0.05) / 0.8571428571);
    assertThat(
            share(chooser(RequestDistribution.EXPONENTIAL, MILLION), r -> r >= MILLION - 857_143))
        .isEqualTo(0.95 / all, within(0.002));
  }

  @Test
  void uniform_isUniform() {
    assertThat(share(chooser(RequestDistribution.UNIFORM, 1000), r -> r < 250))
        .isEqualTo(0.25, within(0.002));
  }

  @Test
  void sequential_isSharedByAllClients() {
    numbers.startAfter(9);
    RequestKeys requests = new RequestKeys(RequestDistribution.SEQUENTIAL, 10, 11, numbers);
    KeyChooser one = requests.chooser();
    KeyChooser other = requests.chooser();
    for (int i = 0; i < 20; i++) {
      assertThat((i % 2 == 0 ? one : other).next(rng)).isEqualTo(i % 10);
    }
  }

  @ParameterizedTest
  @EnumSource(RequestDistribution.class)
  void onlyRecordsThatAreThere_areChosen(RequestDistribution distribution) {
    for (long records = 1; records <= 5; records++) {
      KeyChooser chooser = chooser(distribution, records);
      for (int i = 0; i < 1000; i++) {
        assertThat(chooser.next(rng)).isBetween(0L, records - 1);
      }
    }
  }
}
