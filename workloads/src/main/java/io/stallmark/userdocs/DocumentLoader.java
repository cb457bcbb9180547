package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;

/** Inserts a share of the documents of a load, batch after batch in their order of arrival. */
final class DocumentLoader implements Loader {

  private final UserDocsOptions options;
  private final boolean resumes;
  private final int stride;
  private final DocumentWriter batch;
  private final DocumentWriter single;
  private final Statement find;
  private final Args key;
  private long next;
  private long found;

  /**
   * @param resumes whether an interrupted load may have inserted some of the documents
   */
  DocumentLoader(UserDocsOptions options, boolean resumes, Session session, Slice slice)
      throws DbException {
    this.options = options;
    this.resumes = resumes;
    UserDocuments documents = options.documents();
    DocumentContent content = options.content();
    batch = new DocumentWriter(documents.insert("load", options.batch()), content, session);
    single = new DocumentWriter(documents.insert("load_row", 1), content, session);
    Op one = documents.find();
    find = session.prepare(one);
    key = Args.of(one);
    next = slice.index();
    stride = slice.count();
  }

  @Override
  public long step() throws DbException {
    long first = next * options.batch();
    int rows = (int) Math.min(options.batch(), options.loaded() - first);
    if (rows <= 0) {
      return 0;
    }
    found = 0;
    if (resumes) {
      complete(first, rows);
    } else {
      for (int row = 0; row < rows; row++) {
        batch.set(row, options.order().owner(first + row), options.order().lid(first + row));
      }
      batch.insert();
    }
    next += stride; // last, so that a failed step can be repeated
    return rows;
  }

  private void complete(long first, int rows) throws DbException {
    for (long arrival = first; arrival < first + rows; arrival++) {
      long owner = options.order().owner(arrival);
      long lid = options.order().lid(arrival);
      if (find.execute(key.set(0, owner).set(1, lid), null) > 0) {
        found++;
      } else {
        single.set(0, owner, lid);
        single.insert();
      }
    }
  }

  @Override
  public long found() {
    return found;
  }
}
