package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.verification.PieceChecker;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Verifies one range of nodes after another, each in one step. Used by one thread. */
final class GraphChecker implements PieceChecker.Source, PieceChecker.Piece {

  private final GraphVerification verification;
  private final GraphTables tables;
  private final Session session;
  private final LinkCheck links;
  private final NodeCheck nodes;
  private GraphVerification.@Nullable Range range;
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
  public PieceChecker.@Nullable Piece next() throws DbException {
    GraphVerification.Range taken = verification.next();
    if (taken != null && taken.isFirst()) {
      verification.counted(count(tables.links()), count(tables.counts()), count(tables.nodes()));
    }
    range = taken;
    return taken == null ? null : this;
  }

  @Override
  public long page() throws DbException {
    GraphVerification.Range current = Objects.requireNonNull(range);
    GraphTally tally = new GraphTally();
    links.check(current, tally);
    nodes.check(current, tally);
    verification.done(tally);
    return tally.links + tally.counts + tally.nodes;
  }

  @Override
  public boolean done() {
    return true;
  }

  private long count(Table table) throws DbException {
    Op op = GraphReads.rows(table);
    session.prepare(op).execute(Args.of(op), row -> counted = row.getLong(0));
    return counted;
  }
}
