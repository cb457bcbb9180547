package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.schema.LinkStatements;
import io.stallmark.linkbench.schema.PreparedOperation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.TransactionBoundary;
import java.util.function.LongSupplier;

/**
 * DELETE_LINK: hides a visible link and decrements its count. Links are never removed, so that
 * hidden links accumulate, as in the original.
 */
final class HideLink implements GraphRequest, RowSink {

  private final Session session;
  private final LinkChoice choice;
  private final LongSupplier milliseconds;
  private final PreparedOperation lock;
  private final PreparedOperation hide;
  private final PreparedOperation lower;
  private boolean visible;

  HideLink(GraphRequests requests, Session session, Rng rng) throws DbException {
    this.session = session;
    choice = new LinkChoice(requests, rng);
    milliseconds = requests.milliseconds();
    LinkStatements statements = requests.graph().links();
    lock = PreparedOperation.of(session, statements.lock(), TransactionBoundary.FIRST);
    hide = PreparedOperation.of(session, statements.hide(), TransactionBoundary.WITHIN);
    hide.args().expect(1);
    lower = PreparedOperation.of(session, statements.lower(), TransactionBoundary.LAST);
  }

  @Override
  public void run() throws DbException {
    choice.toWrite();
    long id1 = choice.id1();
    long type = choice.linkType();
    long id2 = choice.id2(Id2Distribution.DELETE);
    lock.args().set(0, type).set(1, id1).set(2, id2);
    visible = false;
    lock.execute(this);
    if (visible) {
      hide.args().set(0, type).set(1, id1).set(2, id2);
      hide.execute();
      lower.args().set(0, id1).set(1, type).set(2, milliseconds.getAsLong());
      lower.execute();
    } else {
      session.commit();
    }
  }

  @Override
  public void row(Row row) throws DbException {
    visible = row.getLong(0) != 0;
  }
}
