package io.stallmark.linkbench.load;

import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Takes one piece after the other until none is left. */
public final class GraphLoader implements Loader {

  private final SocialGraph graph;
  private final Session session;
  private final int batch;
  private final LoadPieces pieces;
  private final boolean goesOn;
  private final GraphWriter writer;
  private final PartialLoadScan remains;
  private @Nullable GraphWriter ofTheMissing;
  private @Nullable LoadPiece begun;
  private long found;

  /**
   * @param batch rows of an insert
   * @param fastest whether rows travel in bulk or as a stream where the database lets them
   * @param goesOn whether some pieces may be there, or parts of them
   */
  public GraphLoader(
      SocialGraph graph,
      LoadPieces pieces,
      int batch,
      boolean fastest,
      boolean goesOn,
      Session session)
      throws DbException {
    this.graph = graph;
    this.session = session;
    this.batch = batch;
    this.pieces = pieces;
    this.goesOn = goesOn;
    writer = GraphWriter.ofAll(graph, session, batch, fastest);
    remains = new PartialLoadScan(graph, pieces, session);
  }

  /** A piece. One that failed is taken up again by the next step, beside what is there of it. */
  @Override
  public long step() throws DbException {
    LoadPiece piece = begun == null ? pieces.next() : begun;
    while (piece != null) {
      boolean written = write(piece);
      long rows = pieces.rows(piece);
      if (rows > 0) {
        found = written ? 0 : rows;
        return rows;
      }
      piece = pieces.next(); // no node of that chunk has links
    }
    found = 0;
    return 0;
  }

  /** A piece of which a part was there counts as written. */
  @Override
  public long found() {
    return found;
  }

  /** Returns whether anything was to be written. */
  private boolean write(LoadPiece piece) throws DbException {
    boolean failed = piece.equals(begun);
    boolean written = true;
    begun = piece;
    if (!goesOn && !failed) {
      writer.write(piece);
    } else if (!remains.areComplete(piece)) {
      ofTheMissing().write(piece);
    } else {
      written = failed && !goesOn;
    }
    begun = null;
    pieces.done(piece);
    return written;
  }

  /**
   * Nothing is removed first: a removal could come in late, from a program that was held up, and
   * take what another has written since.
   */
  private GraphWriter ofTheMissing() throws DbException {
    GraphWriter made = ofTheMissing;
    if (made == null) {
      made = GraphWriter.ofTheMissing(graph, session, batch);
      ofTheMissing = made;
    }
    return made;
  }
}
