package io.stallmark.insertbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Rng;
import org.junit.jupiter.api.Test;

class TableProgressTest {

  private static long firstDraw(long rowsBefore, long seed) {
    TableProgress progress = new TableProgress();
    progress.begin(rowsBefore == 0 ? 0 : 1, rowsBefore);
    Rng rng = Rng.of(seed, 0);
    progress.draw(rng);
    return rng.nextLong();
  }

  @Test
  void stepsWithOneSeed_drawOtherRows_butTheSameAgain() {
    assertThat(firstDraw(3000, 7)).isNotEqualTo(firstDraw(0, 7)).isNotEqualTo(firstDraw(3100, 7));
    assertThat(firstDraw(3000, 7)).isEqualTo(firstDraw(3000, 7));
    assertThat(firstDraw(3000, 7)).isNotEqualTo(firstDraw(3000, 8));
  }

  @Test
  void deletes_beginWithTheSmallestId_andInsertsAfterTheGreatest() {
    TableProgress progress = new TableProgress();
    progress.begin(101, 3000);
    assertThat(progress.takeOldest(50)).isEqualTo(101);
    assertThat(progress.takeOldest(50)).isEqualTo(151);
    assertThat(progress.takeIds(50)).isEqualTo(3001);
    assertThat(progress.takeIds(50)).isEqualTo(3051);
    assertThat(progress.rowsBefore()).isEqualTo(2900);
  }
}
