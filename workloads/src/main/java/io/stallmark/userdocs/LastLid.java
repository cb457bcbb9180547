package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Reads the last lid of owners. For one thread. */
final class LastLid {

  private final Statement statement;
  private final Args key;
  private long last;

  LastLid(UserDocuments documents, Session session) throws DbException {
    Op read = documents.lastLid();
    statement = session.prepare(read);
    key = Args.of(read);
  }

  /** Returns the greatest lid of an owner; 0: the owner has no documents. */
  long of(long owner) throws DbException {
    last = 0;
    statement.execute(key.set(0, owner), row -> last = row.getLong(0));
    return last;
  }
}
