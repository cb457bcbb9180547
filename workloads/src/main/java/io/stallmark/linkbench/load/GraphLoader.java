package io.stallmark.linkbench.load;

import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Takes one piece after the other until none is left. */
public final class GraphLoader implements Loader {

  private final Pieces pieces;
  private final boolean goesOn;
  private final GraphWriter writer;
  private final Remains remains;
  private @Nullable Piece begun;

  /**
   * @param batch rows of an insert
   * @param streams whether rows travel as a stream where the database lets them
   * @param goesOn whether some pieces may be there, or parts of them
   */
  public GraphLoader(
      SocialGraph graph, Pieces pieces, int batch, boolean streams, boolean goesOn, Session session)
      throws DbException {
    this.pieces = pieces;
    this.goesOn = goesOn;
    writer = new GraphWriter(graph, session, batch, streams);
    remains = new Remains(graph, session);
  }

  /** A piece. One that failed is taken up again by the next step, without what is left of it. */
  @Override
  public long step() throws DbException {
    Piece failed = begun;
    Piece piece = failed == null ? pieces.next() : failed;
    if (piece == null) {
      return 0;
    }
    begun = piece;
    boolean complete = goesOn && remains.areComplete(piece);
    if (!complete) {
      if (goesOn || failed != null) {
        remains.remove(piece);
      }
      writer.write(piece);
    }
    begun = null;
    return pieces.rows(piece);
  }
}
