package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.schema.LinkStatements;
import io.stallmark.linkbench.schema.PreparedOperation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;

/**
 * GET_LINKS_LIST: reads the latest visible links of a list. A share of the reads continues an
 * earlier list where it ended.
 */
final class ListLinks implements GraphRequest {

  private final Rng rng;
  private final LinkChoice choice;
  private final double history;
  private final int limit;
  private final PreparedOperation latest;
  private final PreparedOperation older;
  private final ListTails tails;
  private final LinkSink links = new LinkSink();

  ListLinks(GraphRequests requests, Session session, Slice slice) throws DbException {
    rng = slice.rng();
    tails = requests.tails().of(slice);
    choice = new LinkChoice(requests, rng);
    history = requests.graph().fidelity().history();
    limit = requests.listLimit();
    LinkStatements statements = requests.graph().links();
    latest = PreparedOperation.of(session, statements.list(limit));
    older = PreparedOperation.of(session, statements.listOlder(limit));
  }

  @Override
  public void run() throws DbException {
    if (rng.nextDouble() < history && tails.size() > 0) {
      readOn((int) rng.uniform(0, tails.size() - 1L));
    } else {
      readLatest();
    }
  }

  private void readLatest() throws DbException {
    choice.toRead();
    latest.args().set(0, choice.id1()).set(1, choice.linkType());
    if (latest.execute(links) >= limit) {
      tails.remember(rng, choice.id1(), choice.linkType(), links.time());
    }
  }

  private void readOn(int tail) throws DbException {
    older.args().set(0, tails.id1(tail)).set(1, tails.linkType(tail)).set(2, tails.time(tail));
    if (older.execute(links) >= limit) {
      tails.advance(tail, links.time());
    } else {
      tails.forget(tail);
    }
  }
}
