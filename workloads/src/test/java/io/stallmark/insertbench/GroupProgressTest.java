package io.stallmark.insertbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class GroupProgressTest {

  private static final BooleanSupplier ENDED = () -> true;

  private final GroupProgress group = new GroupProgress(true, false);

  @Test
  void inserter_isAtMostEightTransactionsAhead() {
    for (int i = 0; i < InsertBenchOptions.AHEAD; i++) {
      assertThat(group.awaitInsert(ENDED)).isTrue();
      group.inserted(50);
    }
    assertThat(group.awaitInsert(ENDED)).isFalse();
    group.deleted();
    assertThat(group.awaitInsert(ENDED)).isTrue();
    assertThat(group.rows()).isEqualTo(400);
  }

  @Test
  void deleter_followsTheInserter() {
    assertThat(group.awaitDelete(ENDED)).isFalse();
    group.inserted(50);
    assertThat(group.awaitDelete(ENDED)).isTrue();
    group.deleted();
    assertThat(group.awaitDelete(ENDED)).isFalse();
    assertThat(group.awaitEqual(ENDED)).isTrue();
  }

  @Test
  void withoutDeletes_theInserterNeverWaits() {
    GroupProgress alone = new GroupProgress(false, false);
    for (int i = 0; i < 100; i++) {
      alone.inserted(50);
    }
    assertThat(alone.awaitInsert(ENDED)).isTrue();
    assertThat(alone.awaitEqual(ENDED)).isTrue();
  }

  @Test
  void indexes_areCreatedOnce() {
    assertThat(group.startIndexes()).isTrue();
    assertThat(group.startIndexes()).isFalse();
  }

  @Test
  void deleterWithArrivals_needNotWaitForEachInsert() {
    GroupProgress paced = new GroupProgress(true, true);
    for (int i = 0; i < InsertBenchOptions.AHEAD; i++) {
      assertThat(paced.awaitDelete(ENDED)).isTrue();
      paced.deleted();
    }
    assertThat(paced.awaitDelete(ENDED)).isFalse();
  }

  @Test
  void deleteThatFailed_isRepeatedByTheNextClient() {
    group.deletes(101);
    assertThat(group.pendingDelete()).isEqualTo(101);
    group.deleted();
    assertThat(group.pendingDelete()).isZero();
  }
}
