package io.stallmark.linkbench.request;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.MultigetSize;
import io.stallmark.linkbench.schema.PreparedOperation;
import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;

/** Reads of links other than lists. */
final class LinkReads {

  private LinkReads() {}

  /** COUNT_LINK: reads the count of a node and link type; no row means 0. */
  static final class Count implements GraphRequest, RowSink {

    private final LinkChoice choice;
    private final PreparedOperation read;
    private long count;

    Count(GraphRequests requests, Session session, Rng rng) throws DbException {
      choice = new LinkChoice(requests, rng);
      read = PreparedOperation.of(session, requests.graph().links().readCount());
    }

    @Override
    public void run() throws DbException {
      choice.toRead();
      read.args()
          .set(0, choice.id1())
          .set(1, choice.linkType())
          .expect(Math.min(1, choice.loaded()));
      count = 0;
      read.execute(this);
    }

    @Override
    public void row(Row row) throws DbException {
      count = row.getLong(0);
    }

    /** Count that the last execution read. */
    long count() {
      return count;
    }
  }

  /** MULTIGET_LINK: reads a few links of one list, including hidden links. */
  static final class Multiget implements GraphRequest {

    private static final int IDS = 2;

    private final Rng rng;
    private final LinkChoice choice;
    private final MultigetSize size;
    private final PreparedOperation read;
    private final LinkSink links = new LinkSink();

    Multiget(GraphRequests requests, Session session, Rng rng) throws DbException {
      this.rng = rng;
      choice = new LinkChoice(requests, rng);
      size = new MultigetSize(requests.graph().fidelity());
      Op some = requests.graph().links().some();
      read = PreparedOperation.of(session, some);
    }

    @Override
    public void run() throws DbException {
      choice.toRead();
      int ids = (int) size.next(rng);
      long[] list = read.args().list(IDS);
      choice.id2s(list, ids);
      read.args().expect(choice.loaded(list, ids));
      read.args().set(0, choice.linkType()).set(1, choice.id1()).length(IDS, ids);
      read.execute(links);
    }
  }
}
