package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/** A statement at a transaction boundary, with BEGIN or COMMIT as a separate round trip. */
record BoundaryStatement(Session session, Statement statement, TransactionBoundary boundary)
    implements Statement {

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    if (boundary == TransactionBoundary.FIRST) {
      session.begin();
    }
    long rows = statement.execute(args, sink);
    if (boundary == TransactionBoundary.LAST) {
      session.commit();
    }
    return rows;
  }

  @Override
  public Outcome outcome() {
    return statement.outcome();
  }

  @Override
  public long generatedKey() throws DbException {
    return statement.generatedKey();
  }
}
