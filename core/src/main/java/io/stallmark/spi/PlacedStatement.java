package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/** A statement with its begin or commit as a round trip of its own. */
final class PlacedStatement implements Statement {

  private final Session session;
  private final Statement statement;
  private final Place place;

  PlacedStatement(Session session, Statement statement, Place place) {
    this.session = session;
    this.statement = statement;
    this.place = place;
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    if (place == Place.FIRST) {
      session.begin();
    }
    long rows = statement.execute(args, sink);
    if (place == Place.LAST) {
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
