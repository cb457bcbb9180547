package io.stallmark.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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

  @Test
  void keysOfSeveralMachines_areDealtOut() {
    List<Long> all = new ArrayList<>();
    for (int machine = 0; machine < 3; machine++) {
      KeySequence keys = new KeySequence();
      keys.share(machine, 3);
      keys.startAfter(10);
      Stream.generate(keys::next).limit(4).forEach(all::add);
    }
    assertThat(all)
        .startsWith(12L, 15L, 18L, 21L)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(11, 22).boxed().toList());
  }
}
