package io.stallmark.transfer.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentTest {

  private static Args slots(ObjectProfile profile) {
    List<Param> params =
        profile.columns().stream().map(c -> new Param(c.name(), c.type())).toList();
    return Args.of(new Op.Native("row", params, Map.of()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 10, 1000})
  void everyOrder_hasEachKeyOnce(long count) {
    for (KeyOrder order : KeyOrder.values()) {
      Set<Long> keys = new HashSet<>();
      for (long i = 0; i < count; i++) {
        assertThat(keys.add(order.key(3, i, count))).isTrue();
        assertThat(order.key(3, i, count)).isBetween(1L, count);
      }
    }
    assertThat(KeyOrder.DESCENDING.key(3, 0, count)).isEqualTo(count);
  }

  @Test
  void randomOrder_hasNoRuns() {
    int ascending = 0;
    for (long i = 1; i < 10_000; i++) {
      long before = KeyOrder.RANDOM.key(3, i - 1, 10_000);
      ascending += KeyOrder.RANDOM.key(3, i, 10_000) > before ? 1 : 0;
    }
    assertThat(ascending).isBetween(4700, 5300);
  }

  @ParameterizedTest
  @EnumSource
  void sizes_haveTheArticlesMean(ObjectProfile profile) {
    ObjectContent content = new ObjectContent(profile, 1, 0.5);
    Args row = slots(profile);
    int last = profile.columns().size() - 1;
    double sum = 0;
    int documents = 5000;
    for (int key = 1; key <= documents; key++) {
      content.fill(row, key);
      sum += row.getLength(0, last) + (profile == ObjectProfile.SMALL ? 74 : 0);
    }
    assertThat(sum / documents).isBetween(0.97 * profile.meanBytes(), 1.03 * profile.meanBytes());
  }

  @Test
  void content_dependsOnSeedAndKeyAlone_andOnCompressible() {
    ObjectProfile profile = ObjectProfile.LARGE;
    DocumentHash hash = new DocumentHash(profile.columns());
    Args one = slots(profile);
    Args other = slots(profile);
    new ObjectContent(profile, 1, 0.5).fill(one, 5);
    ObjectContent content = new ObjectContent(profile, 1, 0.5);
    content.fill(other, 6);
    assertThat(hash.of(other, 0)).isNotEqualTo(hash.of(one, 0));
    content.fill(other, 5);
    assertThat(hash.of(other, 0)).isEqualTo(hash.of(one, 0));
    byte[] body = Arrays.copyOf(one.getText(0, 2), one.getLength(0, 2));
    int repeated = 0;
    for (byte each : body) {
      repeated += each == 'x' ? 1 : 0;
    }
    assertThat((double) repeated / body.length).isBetween(0.5, 0.51);
  }

  @Test
  void sums_doNotDependOnTheOrder() {
    ContentSum ascending = ContentSum.EMPTY.with(1).with(2).with(3);
    ContentSum descending = ContentSum.EMPTY.with(3).and(ContentSum.EMPTY.with(2).with(1));
    assertThat(ascending).isEqualTo(descending);
    assertThat(ascending).isNotEqualTo(ContentSum.EMPTY.with(1).with(2));
  }
}
