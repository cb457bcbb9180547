package io.stallmark.linkbench.load;

import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Writes pieces of the graph until none is left. */
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
   * @param batch rows per insert
   * @param fastest whether to send rows in bulk or as a stream if the database supports it
   * @param goesOn whether pieces or parts of pieces may already be in the tables
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

  /** Writes the next piece. After a failure, writes the missing rows of the same piece. */
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

  /**
   * Returns the rows of the last piece if they were already in the tables, else 0. A piece that was
   * partly there counts as written.
   */
  @Override
  public long found() {
    return found;
  }

  /**
   * Writes a piece unless it is complete.
   *
   * @return whether this load wrote the piece
   */
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
   * Creates the writer of missing rows on first use. Nothing is deleted first: a delayed delete of
   * a paused program could remove rows that another program has written since.
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
