package io.stallmark.verification;

import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Verifies pieces of the tables one after another until none is left. Used by one thread. */
public final class PieceChecker implements Loader {

  /** Part of the tables that one checker reads and compares. */
  public interface Piece {

    /**
     * Reads and compares the next page; the last page reports the findings.
     *
     * @return number of rows read; 0 does not mean that the piece is finished
     */
    long page() throws DbException;

    boolean done();
  }

  /** Supplies the pieces, and null when none is left. */
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
