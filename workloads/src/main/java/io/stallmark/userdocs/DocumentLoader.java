package io.stallmark.userdocs;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import io.stallmark.verification.BatchLoader;

/** Inserts a share of the documents of a load, in their order of arrival. */
final class DocumentLoader extends BatchLoader {

  private final ArrivalOrder order;
  private final DocumentContent content;

  DocumentLoader(UserDocsOptions options, boolean resumes, Session session, Slice slice)
      throws DbException {
    super(
        options.loaded(),
        options.documents().insert("load", options.batch()),
        options.documents().insert("load_row", 1),
        options.documents().find(),
        resumes,
        session,
        slice);
    order = options.order();
    content = options.content();
  }

  @Override
  protected void fill(long number, Args row) {
    DocumentWriter.fill(content, order.owner(number), order.lid(number), row);
  }

  @Override
  protected void select(long number, Args key) {
    key.set(0, order.owner(number)).set(1, order.lid(number));
  }
}
