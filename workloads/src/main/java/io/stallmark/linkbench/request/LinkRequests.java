package io.stallmark.linkbench.request;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.MultigetSize;
import io.stallmark.linkbench.data.PayloadData;
import io.stallmark.linkbench.request.RequestClient.GraphRequest;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.LinkStatements;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.TransactionBoundary;
import io.stallmark.spi.workload.Slice;

/** Creates the requests on links of one client, which share the drawn link. Used by one thread. */
final class LinkRequests {

  /** Slot of the data of an inserted link, and of the list of a multiget. */
  private static final int DATA = 4;

  private static final int IDS = 2;

  private final GraphRequests requests;
  private final Session session;
  private final Slice slice;
  private final Rng rng;
  private final SocialGraph graph;
  private final LinkStatements statements;
  private final Id2Distribution id2s;
  private final LinkSink links = new LinkSink();
  private final RowSink seeVisibility = row -> visible = row.getLong(0) != 0;
  private final RowSink seeCount = row -> row.getLong(0);
  private long id1;
  private int type;
  private boolean visible;

  LinkRequests(GraphRequests requests, Session session, Slice slice) {
    this.requests = requests;
    this.session = session;
    this.slice = slice;
    rng = slice.rng();
    graph = requests.graph();
    statements = graph.links();
    id2s = graph.id2s();
  }

  private void draw(Distribution ids) {
    id1 = ids.next(rng);
    type = (int) rng.uniform(0, graph.graph().types() - 1L);
  }

  private long linkType() {
    return GraphTables.FIRST_LINK_TYPE + type;
  }

  /** Number of loaded links of the list. */
  private long loaded() {
    return graph.graph().links(id1, type);
  }

  /**
   * Number of ids in the start of an array to which a loaded link of the list leads. 0 with random
   * ids, because the original's loader draws others.
   */
  private long loaded(long[] ids, int count) {
    long found = 0;
    if (!id2s.follow()) {
      return found;
    }
    for (int i = 0; i < count; i++) {
      long number = id2s.number(id1, ids[i]);
      found += number >= 0 && number < loaded() ? 1 : 0;
    }
    return found;
  }

  /**
   * ADD_LINK and UPDATE_LINK, which differ only in how often the link exists. Inserts a missing
   * link, updates the data of an existing one and makes a hidden one visible. Adjusts the count in
   * the same transaction. Begin and commit are sent with the first and the last statement, if the
   * database supports it.
   *
   * @param loaded fraction of the candidate ids that were loaded
   */
  GraphRequest put(double loaded) throws DbException {
    PreparedOperation put =
        PreparedOperation.of(session, statements.put(), TransactionBoundary.FIRST);
    PreparedOperation raise =
        PreparedOperation.of(session, statements.raise(), TransactionBoundary.LAST);
    GraphRequest execute = statements.tells() ? replaces(put, raise) : changes(put, raise);
    PayloadData payload = graph.linkPayload();
    return () -> {
      draw(requests.ids().linkWrite());
      long id2 = id2s.next(rng, id1, type, loaded);
      int length = payload.length(rng);
      payload.fill(rng, put.args().bytes(DATA, PayloadData.MOST_OF_LINK), length);
      long now = requests.milliseconds().getAsLong();
      put.args().set(0, linkType()).set(1, id1).set(2, id2).set(3, now).length(DATA, length);
      raise.args().set(0, id1).set(1, linkType()).set(2, now);
      execute.run();
    };
  }

  /** The statements of LinkBench on MySQL: the first one leaves the data of an existing link. */
  private GraphRequest changes(PreparedOperation put, PreparedOperation raise) throws DbException {
    PreparedOperation change = put.with(session, statements.change(), TransactionBoundary.LAST);
    PreparedOperation raiseBefore =
        raise.with(session, statements.raise(), TransactionBoundary.WITHIN);
    return () -> {
      put.args().expect(0);
      put.execute();
      put.args().expect(1); // those of change, too
      switch (put.statement().outcome()) {
        case INSERTED -> raise.execute();
        case UNCHANGED -> change.execute();
        case CHANGED -> {
          raiseBefore.execute();
          change.execute();
        }
      }
    };
  }

  /** The statements of LinkBench on MongoDB: the first one returns what it replaced. */
  private GraphRequest replaces(PreparedOperation put, PreparedOperation raise) {
    return () -> {
      visible = false;
      put.execute(seeVisibility);
      if (visible) {
        session.commit();
      } else {
        raise.execute();
      }
    };
  }

  /**
   * DELETE_LINK: hides a visible link and decrements its count. Links are never removed, so that
   * hidden links accumulate, as in the original.
   */
  GraphRequest hide() throws DbException {
    boolean tells = statements.tells();
    PreparedOperation first =
        PreparedOperation.of(
            session, tells ? statements.hide() : statements.lock(), TransactionBoundary.FIRST);
    PreparedOperation lower =
        PreparedOperation.of(session, statements.lower(), TransactionBoundary.LAST);
    lower.args().expect(tells ? 1 : 0);
    GraphRequest hide =
        tells
            ? () -> {}
            : first.with(session, statements.hide(), TransactionBoundary.WITHIN)::execute;
    return () -> {
      draw(requests.ids().linkWrite());
      long id2 = id2s.next(rng, id1, type, Id2Distribution.DELETE);
      first.args().set(0, linkType()).set(1, id1).set(2, id2).expect(0);
      visible = false;
      first.execute(seeVisibility);
      if (!visible) {
        session.commit();
        return;
      }
      first.args().expect(1); // those of hide, too
      hide.run();
      lower.args().set(0, id1).set(1, linkType()).set(2, requests.milliseconds().getAsLong());
      lower.execute();
    };
  }

  /** COUNT_LINK: reads the count of a node and link type. */
  GraphRequest count() throws DbException {
    PreparedOperation read = PreparedOperation.of(session, statements.readCount());
    return () -> {
      draw(requests.ids().linkRead());
      read.args().set(0, id1).set(1, linkType()).expect(Math.min(1, loaded()));
      read.execute(seeCount);
    };
  }

  /** MULTIGET_LINK: reads a few links of one list, including hidden links. */
  GraphRequest multiget() throws DbException {
    MultigetSize size = new MultigetSize(graph.fidelity());
    PreparedOperation read = PreparedOperation.of(session, statements.some());
    return () -> {
      draw(requests.ids().linkRead());
      int ids = (int) size.next(rng);
      long[] list = read.args().list(IDS);
      id2s.several(rng, id1, type, list, ids);
      read.args().expect(loaded(list, ids));
      read.args().set(0, linkType()).set(1, id1).length(IDS, ids);
      read.execute(links);
    };
  }

  /**
   * GET_LINKS_LIST: reads the latest visible links of a list. A share of the reads continues an
   * earlier list where it ended.
   */
  GraphRequest list() throws DbException {
    ListTails tails = requests.tails().of(slice);
    int limit = requests.listLimit();
    PreparedOperation latest = PreparedOperation.of(session, statements.list(limit));
    PreparedOperation older = PreparedOperation.of(session, statements.listOlder(limit));
    double history = graph.fidelity().history();
    return () -> {
      if (rng.nextDouble() < history && tails.size() > 0) {
        int tail = (int) rng.uniform(0, tails.size() - 1L);
        older.args().set(0, tails.id1(tail)).set(1, tails.linkType(tail)).set(2, tails.time(tail));
        if (older.execute(links) >= limit) {
          tails.advance(tail, links.time());
        } else {
          tails.forget(tail);
        }
        return;
      }
      draw(requests.ids().linkRead());
      latest.args().set(0, id1).set(1, linkType());
      if (latest.execute(links) >= limit) {
        tails.remember(rng, id1, linkType(), links.time());
      }
    };
  }
}
