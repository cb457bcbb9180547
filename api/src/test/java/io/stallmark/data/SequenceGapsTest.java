package io.stallmark.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.SequenceGaps.Gap;
import io.stallmark.data.SequenceGaps.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SequenceGapsTest {

  private final SequenceGaps gaps = new SequenceGaps(100, 1000);

  private void ended(int machine, int machines, long begun, Long... unfinished) {
    long next = 100 + machine + begun * machines;
    gaps.add(SequenceGaps.report(machine, machines, next, List.of(unfinished)));
  }

  private List<Gap> taken() {
    List<Gap> all = new ArrayList<>();
    for (Gap gap = gaps.take(); gap != null; gap = gaps.take()) {
      all.add(gap);
    }
    return all;
  }

  @Test
  void machinesThatAreEquallyFar_leaveNoGap() {
    assertThat(gaps.areKnown()).isFalse();
    ended(0, 3, 2);
    ended(1, 3, 2);
    ended(2, 3, 1);
    assertThat(gaps.areKnown()).isTrue();
    assertThat(gaps.count()).isZero();
    assertThat(gaps.settled()).isEqualTo(105);
    assertThat(taken()).isEmpty();
  }

  @Test
  void theNumbersOfSlowMachinesBelowTheLast_areGaps() {
    ended(0, 2, 1); // 100
    ended(1, 2, 3); // 101, 103, 105
    assertThat(gaps.settled()).isEqualTo(102);
    assertThat(taken())
        .containsExactly(new Gap(102, State.UNTOUCHED), new Gap(104, State.UNTOUCHED));
    gaps.filled();
    assertThat(gaps.count()).isEqualTo(1);
    assertThat(gaps.settled()).isEqualTo(102);
    gaps.filled();
    assertThat(gaps.count()).isZero();
    assertThat(gaps.settled()).isEqualTo(106);
  }

  @Test
  void unfinishedNumbers_areGapsThatAMachineHasTouched() {
    ended(0, 2, 2, 100L);
    ended(1, 2, 2);
    assertThat(gaps.settled()).isEqualTo(100);
    assertThat(taken()).containsExactly(new Gap(100, State.UNFINISHED));
  }

  @Test
  void whatALostMachineHasDone_isNotKnown() {
    ended(1, 2, 2); // 101, 103
    assertThat(gaps.settled()).isEqualTo(100);
    assertThat(taken()).containsExactly(new Gap(100, State.UNKNOWN), new Gap(102, State.UNKNOWN));
  }

  @Test
  void machinesThatHaveInsertedNothing_leaveNoGap() {
    ended(0, 2, 0);
    ended(1, 2, 0);
    assertThat(gaps.count()).isZero();
    assertThat(gaps.settled()).isEqualTo(100);
  }

  @Test
  void noGapIsBehindTheGreatestNumber() {
    ended(0, 2, 500); // beyond 1000
    ended(1, 2, 449);
    assertThat(taken()).containsExactly(new Gap(999, State.UNTOUCHED));
    assertThat(gaps.settled()).isEqualTo(999);
  }
}
