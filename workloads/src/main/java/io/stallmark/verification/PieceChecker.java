package io.stallmark.verification;

import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Takes one piece of the tables after the other until none is left. Used by one thread. */
public final class PieceChecker implements Loader {

  /** Rows that one checker reads and compares. */
  public interface Piece {

    /**
     * Looks at the next page; the last one reports what was found.
     *
     * @return rows looked at; 0 does not mean that the piece is done
     */
    long page() throws DbException;

    boolean done();
  }

  /** Distributes the pieces. */
  public interface Source {
    @Nullable Piece next() throws DbException;
  }

  private final Source source;
  private @Nullable Piece piece;

  public PieceChecker(Source source) {
    this.source = source;
  }

  @Override
  public long step() throws DbException {
    long rows = 0;
    while (rows == 0) {
      Piece current = piece == null || piece.done() ? source.next() : piece;
      if (current == null) {
        return 0;
      }
      piece = current;
      rows = current.page();
    }
    return rows;
  }
}
