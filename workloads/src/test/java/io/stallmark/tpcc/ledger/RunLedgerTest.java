package io.stallmark.tpcc.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The record of what the server has acknowledged. */
final class RunLedgerTest {

  private final RunLedger ledger = new RunLedger(3);

  private static void order(RunLedger ledger, long... numbers) {
    for (long number : numbers) {
      ledger.ordered(2, 10, number);
    }
  }

  @Test
  void orders_areRangesOfNumbers_inAnyOrder() {
    order(ledger, 20_005, 20_003, 20_004, 20_007, 5);
    ledger.ordered(1, 1, 9);
    assertThat(ledger.acknowledged())
        .containsOnly(
            entry("orders.19.5", 5L),
            entry("orders.19.20003", 20_005L),
            entry("orders.19.20007", 20_007L),
            entry("orders.0.9", 9L));
  }

  @Test
  void orderThatWasAcknowledgedTwice_isRecordedAsSuch() {
    order(ledger, 7, 8, 7, 7);
    assertThat(ledger.acknowledged())
        .containsOnly(entry("orders.19.7", 8L), entry("again.19.7", 2L));
    assertThat(OrderNumbers.of(ledger.acknowledged()))
        .filteredOn(OrderNumbers.Range::again)
        .hasSize(2)
        .allMatch(range -> range.first() == 7 && range.district() == 19);
  }

  @Test
  void machines_addUp() {
    RunLedger other = new RunLedger(3);
    order(ledger, 1, 3, 5);
    order(other, 2, 4, 5, 5);
    ledger.paid(1, 2, 3, 456, 1_000, true);
    other.paid(1, 2, 4, 789, 9_000, true);
    other.paid(1, 2, 5, 1, 9_000, false);
    other.delivered(3);
    ledger.add(other.tally());
    assertThat(ledger.skipped()).isEqualTo(3);
    assertThat(ledger.deliveries()).isEqualTo(1);
    assertThat(ledger.acknowledged())
        .contains(
            entry("orders.19.1", 5L),
            entry("again.19.5", 2L),
            entry("payments.count", 2L),
            entry("payments.from", 1L),
            entry("payments.to", 9L),
            entry("payments.unsure.0", PaymentSums.key(1, 2, 5, 1)));
  }

  @Test
  void nextRun_beginsWithoutThem() {
    order(ledger, 1);
    ledger.paid(1, 2, 3, 456, 1_000, true);
    ledger.delivered(1);
    ledger.reset();
    assertThat(ledger.acknowledged()).isEmpty();
    assertThat(ledger.deliveries() + ledger.skipped()).isZero();
  }

  private static PaymentSums.Missing missing(Map<String, Long> record, long... keys) {
    PaymentSums paid = new PaymentSums();
    paid.add(record);
    PaymentSums.Rows rows = paid.rows();
    for (long key : keys) {
      rows.add(key);
    }
    return paid.missing(rows);
  }

  @Test
  void onePaymentThatIsGone_isNamed_alsoIfOthersMayBeThereOrNot() {
    long first = PaymentSums.key(2, 7, 3000, 500_000);
    long second = PaymentSums.key(3, 10, 1, 100);
    long unsure = PaymentSums.key(1, 1, 1, 4321);
    ledger.paid(2, 7, 3000, 500_000, 1_000, true);
    ledger.paid(3, 10, 1, 100, 1_000, true);
    ledger.paid(1, 1, 1, 4321, 2_000, false);
    Map<String, Long> record = ledger.acknowledged();
    assertThat(missing(record, first, second).count()).isZero();
    assertThat(missing(record, unsure, second, first).count()).isZero();
    assertThat(missing(record, unsure, second))
        .isEqualTo(
            new PaymentSums.Missing(
                1, "5000.00 of customer c_id=3000 of district d_w_id=2, d_id=7"));
    assertThat(missing(record)).isEqualTo(new PaymentSums.Missing(2, ""));
  }

  @Test
  void paymentsOfOtherPrograms_areNoLoss() {
    ledger.paid(2, 7, 3000, 500_000, 1_000, true);
    long own = PaymentSums.key(2, 7, 3000, 500_000);
    assertThat(missing(ledger.acknowledged(), own, 77, 78).count()).isZero();
  }
}
