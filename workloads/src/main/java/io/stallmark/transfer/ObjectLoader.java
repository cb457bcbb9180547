package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.transfer.content.ObjectContent;

/** Inserts a share of the documents that an export reads, batch after batch. */
final class ObjectLoader implements Loader {

  private final long documents;
  private final boolean resumes;
  private final int perBatch;
  private final int stride;
  private final ObjectContent content;
  private final Statement insert;
  private final Args rows;
  private final Statement insertOne;
  private final Args one;
  private final Statement find;
  private final Args key;
  private long next;
  private long found;

  /**
   * @param documents number of documents of all loaders; 0: the load only creates the table
   * @param resumes whether an interrupted load may have inserted some of the documents
   */
  ObjectLoader(
      TransferOptions options, long documents, boolean resumes, Session session, Slice slice)
      throws DbException {
    this.documents = documents;
    this.resumes = resumes;
    perBatch = options.loadBatch();
    content = options.layout().content();
    Op batch = options.objects().insert("load", perBatch, Op.Insert.Form.PLAIN);
    insert = session.prepare(batch);
    rows = Args.of(batch);
    Op single = options.objects().insert("load_row", 1, Op.Insert.Form.PLAIN);
    insertOne = session.prepare(single);
    one = Args.of(single);
    Op search = options.objects().find("find_document");
    find = session.prepare(search);
    key = Args.of(search);
    next = slice.index();
    stride = slice.count();
  }

  @Override
  public long step() throws DbException {
    long first = next * perBatch;
    int count = (int) Math.min(perBatch, documents - first);
    if (count <= 0) {
      return 0;
    }
    found = 0;
    if (resumes) {
      complete(first, count);
    } else {
      for (int row = 0; row < count; row++) {
        content.fill(rows.row(row), first + row + 1);
      }
      insert.execute(rows, null);
    }
    next += stride; // last, so that a failed step can be repeated
    return count;
  }

  private void complete(long first, int count) throws DbException {
    for (long id = first + 1; id <= first + count; id++) {
      if (find.execute(key.set(0, id), null) > 0) {
        found++;
      } else {
        content.fill(one, id);
        insertOne.execute(one, null);
      }
    }
  }

  @Override
  public long found() {
    return found;
  }
}
