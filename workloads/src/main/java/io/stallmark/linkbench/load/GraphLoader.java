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
   * @param fastest whether rows travel in bulk or as a stream where the database lets them
   * @param goesOn whether some pieces may be there, or parts of them
   */
  public GraphLoader(
      SocialGraph graph, Pieces pieces, int batch, boolean fastest, boolean goesOn, Session session)
      throws DbException {
    this.pieces = pieces;
    this.goesOn = goesOn;
    writer = new GraphWriter(graph, session, batch, fastest);
    remains = new Remains(graph, pieces, session);
  }

  /** A piece. One that failed is taken up again by the next step, without what is left of it. */
  @Override
  public long step() throws DbException {
    Piece piece = begun == null ? pieces.next() : begun;
    while (piece != null) {
      write(piece);
      long rows = pieces.rows(piece);
      if (rows > 0) {
        return rows;
      }
      piece = pieces.next(); // no node of that chunk has links
    }
    return 0;
  }

  private void write(Piece piece) throws DbException {
    boolean failed = piece.equals(begun);
    begun = piece;
    boolean complete = goesOn && remains.areComplete(piece);
    if (!complete) {
      if (goesOn || failed) {
        remains.remove(piece);
      }
      writer.write(piece);
    }
    begun = null;
    pieces.done(piece);
  }
}
