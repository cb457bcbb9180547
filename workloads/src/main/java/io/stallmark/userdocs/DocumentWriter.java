package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;

/** Inserts documents one by one. For one thread. */
final class DocumentWriter {

  private static final int OWNER = 0;
  private static final int LID = 1;
  private static final int STAMP = 2;
  private static final int KIND = 3;
  private static final int BODY = 4;

  private final DocumentContent content;
  private final PreparedOperation insert;

  DocumentWriter(Op insert, DocumentContent content, Session session) throws DbException {
    this.content = content;
    this.insert = PreparedOperation.of(session, insert);
  }

  void insert(long owner, long lid) throws DbException {
    fill(content, owner, lid, insert.args());
    insert.execute();
  }

  /** Sets the selected row of an insert to a document. */
  static void fill(DocumentContent content, long owner, long lid, Args row) {
    content.turnTo(owner, lid, 0);
    row.set(OWNER, owner).set(LID, lid).set(STAMP, content.stamp()).set(KIND, content.kind());
    content.body(row, BODY);
  }
}
