package io.stallmark.mysql.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.mysql.replay.LostTransaction.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LostTransactionTest {

  private final LostTransaction transaction = new LostTransaction();

  @ParameterizedTest
  @CsvSource({
    "begin, BEGINS",
    "START TRANSACTION READ ONLY, BEGINS",
    "/* app */ Commit;, ENDS",
    "ROLLBACK WORK, ENDS",
    "ROLLBACK TO SAVEPOINT a, WITHIN",
    "COMMIT AND CHAIN, WITHIN",
    "INSERT INTO t VALUES (1), WITHIN",
    "SELECT 1, WITHIN",
    "SET NAMES utf8mb4, SETTING",
    "SET autocommit = 1, COMMITS_FIRST",
    "use shop, SETTING",
    "DROP TABLE t, COMMITS_FIRST",
    "CREATE TEMPORARY TABLE t (id INT), WITHIN"
  })
  void step_followsFromTheStatement(String sql, Step step) {
    assertThat(LostTransaction.step(sql)).isEqualTo(step);
  }

  @Test
  void openTransaction_isSkippedUntilItsEnd() {
    transaction.failed(Step.WITHIN, true);
    assertThat(transaction.skips(Step.WITHIN)).isTrue();
    assertThat(transaction.skips(Step.SETTING)).isFalse();
    assertThat(transaction.skips(Step.ENDS)).isTrue();
    assertThat(transaction.skips(Step.WITHIN)).isFalse();
  }

  @Test
  void nextTransaction_isSent_whenTheLostOneHasNoEnd() {
    transaction.failed(Step.BEGINS, false);
    assertThat(transaction.skips(Step.WITHIN)).isTrue();
    assertThat(transaction.skips(Step.BEGINS)).isFalse();
    assertThat(transaction.skips(Step.WITHIN)).isFalse();
  }

  @Test
  void statementOutsideATransaction_losesOnlyItself() {
    transaction.failed(Step.WITHIN, false);
    assertThat(transaction.isLost()).isFalse();
  }

  @Test
  void commitThatFails_endsTheTransaction_whileTheServerIsAway() {
    transaction.failed(Step.WITHIN, true);
    transaction.failed(Step.ENDS, false);
    assertThat(transaction.isLost()).isFalse();
  }
}
