package io.stallmark.it.servers.graph;

import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.GraphTables.Layout;
import io.stallmark.linkbench.schema.LinkStatements;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.TransactionBoundary;

/** Adds, changes and hides links as the workload linkbench does, and looks for them. */
final class LinkClient implements AutoCloseable {

  /** A link that nobody else has written. */
  record Link(long type, long id1, long id2) {

    /** Different for each number, and of few enough nodes that writers meet at their counts. */
    static Link of(long number) {
      return new Link(GraphTables.FIRST_LINK_TYPE + number % 2, 1 + number / 2 % 50, number);
    }
  }

  /** What becomes of a link, one after the other. */
  enum State {
    ABSENT,
    ADDED,
    CHANGED,
    HIDDEN
  }

  private static final int DATA = 8;
  private static final int VISIBILITY = LinkStatements.LINK.indexOf(GraphTables.VISIBILITY);
  private static final int TIME = LinkStatements.LINK.indexOf(GraphTables.TIME);

  private final Session session;
  private final PreparedOperation put;
  private final PreparedOperation raise;
  private final PreparedOperation change;
  private final PreparedOperation lock;
  private final PreparedOperation hide;
  private final PreparedOperation lower;
  private final PreparedOperation read;

  LinkClient(Database database, Layout layout) throws DbException {
    LinkStatements statements = new LinkStatements(GraphTables.of(layout, 0, true, false));
    session = database.session();
    put = PreparedOperation.of(session, statements.put(), TransactionBoundary.FIRST);
    raise = PreparedOperation.of(session, statements.raise(), TransactionBoundary.LAST);
    change = PreparedOperation.of(session, statements.change(), TransactionBoundary.LAST);
    lock = PreparedOperation.of(session, statements.lock(), TransactionBoundary.FIRST);
    hide = PreparedOperation.of(session, statements.hide(), TransactionBoundary.WITHIN);
    lower = PreparedOperation.of(session, statements.lower(), TransactionBoundary.LAST);
    read = PreparedOperation.of(session, statements.some());
  }

  /**
   * Takes a link from the state before to this one, and keeps its count right.
   *
   * @return whether the server has acknowledged the commit; otherwise another transaction was in
   *     the way, and nothing was done
   */
  boolean bring(Link link, State to) throws DbException {
    long time = SocialGraph.LOADED_BEFORE + to.ordinal(); // what is older was loaded
    try {
      if (to == State.HIDDEN) {
        key(lock, link).execute();
        key(hide, link).execute();
      } else {
        row(put, link, time).execute();
      }
      switch (to) {
        case ADDED -> count(raise, link, time).execute();
        case CHANGED -> row(change, link, time).execute();
        case HIDDEN -> count(lower, link, time).execute();
        case ABSENT -> throw new IllegalArgumentException("No link is ever removed");
      }
      return true;
    } catch (DbException e) {
      if (e.kind() != DbException.Kind.RETRY) {
        throw e;
      }
      session.rollback();
      return false;
    }
  }

  private static PreparedOperation key(PreparedOperation call, Link link) {
    call.args().set(0, link.type()).set(1, link.id1()).set(2, link.id2());
    return call;
  }

  private static PreparedOperation row(PreparedOperation call, Link link, long time) {
    call.args().bytes(4, DATA);
    key(call, link).args().set(3, time).length(4, DATA);
    return call;
  }

  private static PreparedOperation count(PreparedOperation call, Link link, long time) {
    call.args().set(0, link.id1()).set(1, link.type()).set(2, time);
    return call;
  }

  State state(Link link) throws DbException {
    State[] state = {State.ABSENT};
    read.args().set(0, link.type()).set(1, link.id1()).list(2)[0] = link.id2();
    read.args().length(2, 1);
    read.execute(row -> state[0] = stateOf(row));
    return state[0];
  }

  private static State stateOf(Row row) throws DbException {
    return row.getLong(VISIBILITY) == 0
        ? State.HIDDEN
        : State.values()[(int) (row.getLong(TIME) - SocialGraph.LOADED_BEFORE)];
  }

  @Override
  public void close() {
    session.close();
  }
}
