package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.PayloadData;
import io.stallmark.linkbench.schema.LinkStatements;
import io.stallmark.linkbench.schema.PreparedOperation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.TransactionBoundary;
import java.util.function.LongSupplier;

/**
 * ADD_LINK and UPDATE_LINK, which differ only in how often the link exists. Inserts a missing link,
 * updates the data of an existing one and makes a hidden one visible. Adjusts the count in the same
 * transaction.
 */
final class PutLink {

  private final Rng rng;
  private final LinkChoice choice;
  private final PayloadData payload;
  private final LongSupplier milliseconds;
  private final PreparedOperation put;
  private final PreparedOperation change;
  private final PreparedOperation raise;
  private final PreparedOperation raiseAtLast;

  PutLink(GraphRequests requests, Session session, Rng rng) throws DbException {
    this.rng = rng;
    choice = new LinkChoice(requests, rng);
    payload = requests.graph().linkPayload();
    milliseconds = requests.milliseconds();
    LinkStatements statements = requests.graph().links();
    put = PreparedOperation.of(session, statements.put(), TransactionBoundary.FIRST);
    change = PreparedOperation.of(session, statements.change(), TransactionBoundary.LAST);
    change.args().expect(1);
    raise = PreparedOperation.of(session, statements.raise(), TransactionBoundary.WITHIN);
    raiseAtLast =
        PreparedOperation.like(raise, session, statements.raise(), TransactionBoundary.LAST);
  }

  /**
   * Executes the operation with as many round trips as the original, if the database supports it:
   * begin and commit are sent with the first and the last statement.
   *
   * @param loaded fraction of the candidate ids that were loaded
   */
  void run(double loaded) throws DbException {
    draw(loaded);
    put.execute();
    switch (put.statement().outcome()) {
      case INSERTED -> raiseAtLast.execute();
      case UNCHANGED -> change.execute();
      case CHANGED -> {
        raise.execute();
        change.execute();
      }
    }
  }

  /**
   * Draws the link and sets the slots of all statements. {@code put} and {@code change} have the
   * same slots: link_type, id1, id2, time, data.
   */
  private void draw(double loaded) {
    choice.toWrite();
    long id1 = choice.id1();
    long type = choice.linkType();
    long id2 = choice.id2(loaded);
    int length = payload.length(rng);
    byte[] data = put.args().bytes(4, PayloadData.MOST_OF_LINK);
    payload.fill(rng, data, length);
    System.arraycopy(data, 0, change.args().bytes(4, PayloadData.MOST_OF_LINK), 0, length);
    long now = milliseconds.getAsLong();
    put.args().set(0, type).set(1, id1).set(2, id2).set(3, now).length(4, length);
    change.args().set(0, type).set(1, id1).set(2, id2).set(3, now).length(4, length);
    raise.args().set(0, id1).set(1, type).set(2, now);
  }
}
