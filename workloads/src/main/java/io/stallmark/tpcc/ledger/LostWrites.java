package io.stallmark.tpcc.ledger;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.tpcc.data.Scale;
import io.stallmark.tpcc.ledger.OrderNumbers.Range;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import java.util.List;
import java.util.Map;

/**
 * Looks for acknowledged orders by their numbers, and for payments by customer and amount. A
 * payment of another program at the same time can hide a lost one. Used once.
 */
public final class LostWrites {

  private static final int PAGE = 2000;
  private static final int MOST_SENTENCES = 20;
  private static final long SECOND = 1000;

  private static final Predicate IN_DISTRICT = Predicate.between("o_w_id", "o_d_id", "o_id");

  private final TpccSchema schema;
  private final Session session;
  private final FindingList findings = new FindingList();
  private long orders;

  public LostWrites(TpccSchema schema, Session session) {
    this.schema = schema;
    this.session = session;
  }

  /**
   * Compares the tables with a record.
   *
   * @param acknowledged see {@link RunLedger#acknowledged}
   * @return sentences, the first with the number of lost transactions; empty: nothing is lost
   */
  public List<String> find(Map<String, Long> acknowledged) throws DbException {
    orders(OrderNumbers.of(acknowledged));
    PaymentSums paid = new PaymentSums();
    paid.add(acknowledged);
    PaymentSums.Missing missing = paid.to() == 0 ? new PaymentSums.Missing(0, "") : payments(paid);
    if (orders + missing.count() == 0) {
      return List.of();
    }
    Lines all = new Lines();
    all.add(
        "%,d or more acknowledged transactions are gone (new orders: %,d, payments: %,d).",
        orders + missing.count(), orders, missing.count());
    if (!missing.payment().isEmpty()) {
      all.add("The lost payment is " + missing.payment() + ".");
    }
    findings.kept().stream().limit(MOST_SENTENCES).forEach(all::add);
    return all;
  }

  private void orders(List<Range> ranges) throws DbException {
    Op.Read read =
        new Op.Read(
                "read_order_numbers",
                schema.stored(TpccTables.ORDERS),
                Select.columns("o_id"),
                IN_DISTRICT)
            .orderBy("o_id")
            .limit(PAGE);
    KeysetPager pager = new KeysetPager(session, read, 0);
    for (Range range : ranges) {
      if (range.again()) {
        gone("Order %d of district %s was acknowledged twice", range, 1, range.first());
        continue;
      }
      ExpectedKeys numbers =
          new ExpectedKeys(
              (first, last) ->
                  gone("Order %d of district %s is gone", range, last - first + 1, first));
      numbers.expect(range.first(), range.last());
      pager.set(0, 1 + range.district() / Scale.DISTRICTS);
      pager.set(1, 1 + range.district() % Scale.DISTRICTS);
      pager.start(range.first(), range.last());
      while (!pager.done()) {
        pager.page(row -> numbers.at(row.getLong(0)));
      }
      numbers.end();
    }
  }

  private void gone(String sentence, Range range, long count, long first) {
    orders += count;
    String more = count == 1 ? "." : Text.format(", and the %,d after it.", count - 1);
    findings.add(Text.format(sentence, first, Scale.districtWords(range.district())) + more);
  }

  private PaymentSums.Missing payments(PaymentSums paid) throws DbException {
    Op read =
        new Op.Read(
                "read_payments",
                schema.stored(TpccTables.HISTORY),
                Select.columns("h_c_w_id", "h_c_d_id", "h_c_id", "h_amount"),
                Predicate.between("h_date"))
            .streaming();
    PaymentSums.Rows rows = paid.rows();
    // a server may round a time up to the next second
    PreparedOperation.of(session, read)
        .set(0, paid.from() * SECOND)
        .set(1, (paid.to() + 1) * SECOND)
        .execute(
            row ->
                rows.add(
                    PaymentSums.key(
                        row.getLong(0), row.getLong(1), row.getLong(2), row.getLong(3))));
    return paid.missing(rows);
  }
}
