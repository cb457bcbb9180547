package io.stallmark.ycsb.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecordNumbersTest {

  private final RecordNumbers numbers = new RecordNumbers();

  @Test
  void last_isTheEndOfTheSequenceWithoutGap() {
    numbers.startAfter(9);
    long first = numbers.take();
    long second = numbers.take();
    long third = numbers.take();
    assertThat(first).isEqualTo(10);
    numbers.inserted(third);
    numbers.inserted(second);
    assertThat(numbers.last()).isEqualTo(9);
    numbers.inserted(first);
    assertThat(numbers.last()).isEqualTo(12);
  }

  @Test
  void recordThatFailed_isTakenAgain() {
    numbers.startAfter(9);
    numbers.failed(numbers.take());
    numbers.inserted(numbers.take());
    assertThat(numbers.last()).isEqualTo(10);
    assertThat(numbers.take()).isEqualTo(11);
  }

  @Test
  void numbers_goOnBeyondTheWindow() {
    numbers.startAfter(-1);
    for (long record = 0; record < 3_000_000; record++) {
      numbers.inserted(numbers.take());
    }
    assertThat(numbers.last()).isEqualTo(2_999_999);
  }
}
