package io.stallmark.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeySequenceTest {

  @Test
  void startsAtOneOrAfterTheGreatestKeyTold() {
    KeySequence keys = new KeySequence();
    assertThat(keys.next()).isEqualTo(1);

    keys.startAfter(100);
    assertThat(keys.next()).isEqualTo(101);

    keys.startAfter(50);
    assertThat(keys.next()).isEqualTo(102);
  }

  @Test
  void givesEachKeyOnceToAnyNumberOfThreads() {
    KeySequence keys = new KeySequence();

    long[] drawn = LongStream.range(0, 10_000).parallel().map(i -> keys.next()).sorted().toArray();

    assertThat(drawn).containsExactly(LongStream.rangeClosed(1, 10_000).toArray());
  }
}
