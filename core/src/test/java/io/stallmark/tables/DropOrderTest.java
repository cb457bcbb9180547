package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DropOrderTest {

  private static final List<String> DECLARED = List.of("customer", "orders", "line");

  @Test
  void tablesThatReferToOthers_areDroppedFirst() {
    assertThat(MadeTables.dropOrder(List.of("customer", "line", "orders"), DECLARED))
        .containsExactly("line", "orders", "customer");
    assertThat(MadeTables.dropOrder(List.of("orders"), DECLARED)).containsExactly("orders");
  }

  @Test
  void tablesOfOtherSettings_areDroppedBeforeThose_andNoneIsLost() {
    assertThat(MadeTables.dropOrder(List.of("audit", "customer", "orders"), DECLARED))
        .containsExactly("audit", "orders", "customer");
  }
}
