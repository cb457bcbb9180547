package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.verification.BatchLoader;

/** Inserts a share of the documents that an export reads. */
final class ObjectLoader extends BatchLoader {

  private final ObjectContent content;

  /**
   * @param documents number of documents of all loaders; 0: the load only creates the table
   */
  ObjectLoader(
      TransferOptions options, long documents, boolean resumes, Session session, Slice slice)
      throws DbException {
    super(
        documents,
        options.objects().insert("load", options.loadBatch(), Op.Insert.Form.PLAIN),
        options.objects().insert("load_row", 1, Op.Insert.Form.PLAIN),
        options.objects().find("find_document"),
        resumes,
        session,
        slice);
    content = options.layout().content();
  }

  @Override
  protected void fill(long number, Args row) {
    content.fill(row, number + 1);
  }

  @Override
  protected void select(long number, Args key) {
    key.set(0, number + 1);
  }
}
