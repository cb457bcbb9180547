package io.stallmark.own;

import io.stallmark.own.definition.OwnCheck;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Executes the user's checks. Thread-safe. */
final class OwnVerification implements Verification {

  private final List<OwnCheck> checks;
  private final AtomicInteger next = new AtomicInteger();
  private final List<String> findings = new ArrayList<>();
  private final List<String> proven = new ArrayList<>();

  OwnVerification(List<OwnCheck> checks) {
    this.checks = checks;
  }

  @Override
  public long rows() {
    return checks.size();
  }

  @Override
  public String unit() {
    return "check";
  }

  @Override
  public Loader checker(Session session, Slice slice) {
    return () -> {
      int number = next.getAndIncrement();
      if (number >= checks.size()) {
        return 0;
      }
      check(checks.get(number), session);
      return 1;
    };
  }

  private void check(OwnCheck check, Session session) throws DbException {
    PreparedOperation operation = check.statement().prepare(session);
    FirstNumber first = new FirstNumber();
    long rows;
    try {
      rows = operation.execute(check.rows() ? null : first::row);
    } catch (DbException e) {
      throw new DbException(
          e.kind(), e.code(), "The check " + check.name() + ": " + e.getMessage(), e);
    }
    String what = check.rows() ? "number of rows" : "number";
    if (!check.rows() && !first.found) {
      found(false, Text.format("The check %s gives no number, not %d", check.name(), check.due()));
      return;
    }
    long number = check.rows() ? rows : first.number;
    boolean fits = number == check.due();
    found(
        fits,
        Text.format("The %s of the check %s is %,d", what, check.name(), number)
            + (fits ? "." : Text.format(", not %,d", check.due())));
  }

  private synchronized void found(boolean fits, String sentence) {
    (fits ? proven : findings).add(sentence);
  }

  @Override
  public synchronized List<String> findings() {
    return List.copyOf(findings);
  }

  @Override
  public synchronized List<String> proven() {
    return List.copyOf(proven);
  }

  /** First column of the first row, if it is a number. */
  private static final class FirstNumber {

    private boolean seen;
    private boolean found;
    private long number;

    void row(Row row) throws DbException {
      if (!seen && !row.isNull(0)) {
        number = row.getLong(0);
        found = true;
      }
      seen = true;
    }
  }
}
