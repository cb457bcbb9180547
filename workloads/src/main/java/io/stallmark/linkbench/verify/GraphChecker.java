package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;

/** Verifies one range of nodes after another, each in one step. Used by one thread. */
final class GraphChecker implements Loader {

  private final GraphVerification verification;
  private final GraphTables tables;
  private final Session session;
  private final LinkCheck links;
  private final NodeCheck nodes;
  private long counted;

  /**
   * @param ids maximum number of ids in a range
   */
  GraphChecker(SocialGraph graph, GraphVerification verification, int ids, Session session)
      throws DbException {
    this.verification = verification;
    this.session = session;
    tables = graph.tables();
    links = new LinkCheck(graph, session, ids);
    nodes = new NodeCheck(graph, session);
  }

  @Override
  public long step() throws DbException {
    long rows = 0;
    while (rows == 0) {
      GraphVerification.Range range = verification.next();
      if (range == null) {
        return 0;
      }
      if (range.isFirst()) {
        verification.counted(count(tables.links()), count(tables.counts()), count(tables.nodes()));
      }
      GraphTally tally = new GraphTally();
      links.check(range, tally);
      nodes.check(range, tally);
      verification.done(tally);
      rows = tally.links + tally.counts + tally.nodes;
    }
    return rows;
  }

  private long count(Table table) throws DbException {
    Op op = GraphReads.rows(table);
    session.prepare(op).execute(Args.of(op), row -> counted = row.getLong(0));
    return counted;
  }
}
