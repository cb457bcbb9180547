package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Inserts documents. For one thread. */
final class DocumentWriter {

  private static final int OWNER = 0;
  private static final int LID = 1;
  private static final int STAMP = 2;
  private static final int KIND = 3;
  private static final int BODY = 4;

  private final DocumentContent content;
  private final Statement insert;
  private final Args args;

  DocumentWriter(Op insert, DocumentContent content, Session session) throws DbException {
    this.content = content;
    this.insert = session.prepare(insert);
    args = Args.of(insert);
  }

  /** Sets a row of the next insert. */
  void set(int row, long owner, long lid) {
    content.turnTo(owner, lid, 0);
    args.row(row).set(OWNER, owner).set(LID, lid);
    args.set(STAMP, content.stamp()).set(KIND, content.kind());
    content.body(args, BODY);
  }

  /** Inserts the rows that were set. */
  void insert() throws DbException {
    insert.execute(args, null);
  }
}
