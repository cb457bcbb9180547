package io.stallmark.sysbench.verify;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Takes one piece after the other until none is left. */
final class Checker implements Loader {

  private final SysbenchVerification verification;
  private final Session session;
  private @Nullable Piece piece;
  private @Nullable Scan scan;

  Checker(SysbenchVerification verification, Session session) {
    this.verification = verification;
    this.session = session;
  }

  @Override
  public long step() throws DbException {
    long read = 0;
    while (read == 0) {
      Piece current = piece == null ? verification.nextPiece() : piece;
      if (current == null) {
        return 0;
      }
      piece = current;
      read = page(current);
    }
    return read;
  }

  private long page(Piece current) throws DbException {
    Scan reading = scan == null ? verification.scan(session, current) : scan;
    scan = reading;
    long read = reading.page();
    if (reading.done()) {
      verification.done(current, reading.tally());
      piece = null;
      scan = null;
    }
    return read;
  }
}
