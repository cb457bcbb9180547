package io.stallmark.it;

import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.GraphTables.Layout;
import io.stallmark.linkbench.schema.LinkStatements;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Place;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Adds links as the workload linkbench does, one a transaction, and looks for them. */
final class LinkClient implements AutoCloseable {

  /** A link of the default layout, which nobody else has written. */
  record Link(long type, long id1, long id2) {

    /** Different for each number, and of few enough nodes that writers meet at their counts. */
    static Link of(long number) {
      return new Link(GraphTables.FIRST_LINK_TYPE + number % 2, 1 + number / 2 % 50, number);
    }
  }

  private static final int DATA = 8;

  private final Session session;
  private final Statement put;
  private final Statement raise;
  private final Statement read;
  private final Args link;
  private final Args count;
  private final Args key;

  LinkClient(Database database) throws DbException {
    LinkStatements statements = new LinkStatements(GraphTables.of(Layout.KEYS, 0, true));
    Op some = statements.some();
    session = database.session();
    put = session.prepare(statements.put(), Place.FIRST);
    raise = session.prepare(statements.raise(), Place.LAST);
    read = session.prepare(some);
    link = Args.of(statements.put());
    count = Args.of(statements.raise());
    key = Args.of(some);
  }

  /**
   * Adds a link and counts it.
   *
   * @return whether the server has acknowledged the commit; otherwise another transaction was in
   *     the way, and nothing was done
   */
  boolean add(Link added) throws DbException {
    long time = SocialGraph.LOADED_BEFORE + 1; // what is older was loaded
    link.bytes(4, DATA);
    link.set(0, added.type()).set(1, added.id1()).set(2, added.id2()).set(3, time).length(4, DATA);
    count.set(0, added.id1()).set(1, added.type()).set(2, time);
    try {
      put.execute(link, null);
      raise.execute(count, null);
      return true;
    } catch (DbException e) {
      if (e.kind() != DbException.Kind.RETRY) {
        throw e;
      }
      session.rollback();
      return false;
    }
  }

  /** Whether the link is there, and visible. */
  boolean shows(Link sought) throws DbException {
    boolean[] visible = new boolean[1];
    key.set(0, sought.type()).set(1, sought.id1()).list(2)[0] = sought.id2();
    key.length(2, 1);
    int visibility = LinkStatements.LINK.indexOf(GraphTables.VISIBILITY);
    read.execute(key, row -> visible[0] = row.getLong(visibility) == 1);
    return visible[0];
  }

  @Override
  public void close() {
    session.close();
  }
}
