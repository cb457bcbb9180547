package io.stallmark.timeseries;

import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import org.jspecify.annotations.Nullable;

/** Inserts one event per transaction. A share of the transactions reads instead. */
final class SensorClient implements Client {

  private final Rng rng;
  private final double readShare;
  private final EventSequence.Hand hand;
  private final @Nullable EventWriter writer;
  private final @Nullable SensorReader reader;

  SensorClient(TimeseriesOptions options, EventSequence events, Session session, Slice slice)
      throws DbException {
    rng = slice.rng();
    readShare = options.reads().share();
    hand = events.hand(slice.index());
    if (!hand.isEmpty()) {
      hand.doubt(); // the connection that sent it was lost
    }
    boolean inserts = options.reads().inserts();
    SensorOperations operations = options.operations();
    writer = inserts ? new EventWriter(operations, "insert", session) : null;
    reader = readShare > 0 ? new SensorReader(operations, events, session, rng) : null;
  }

  @Override
  public void transaction() throws DbException {
    if (reader != null && (writer == null || rng.nextDouble() < readShare)) {
      reader.read();
    } else if (writer != null) {
      insert(writer);
    }
  }

  /**
   * Inserts the next event. A failed event is completed row by row until all its rows are in the
   * table.
   */
  private void insert(EventWriter into) throws DbException {
    long event = hand.take();
    if (hand.isDoubtful()) {
      into.complete(event);
    } else {
      try {
        into.write(event);
      } catch (DbException e) {
        if (e.kind() != DbException.Kind.RETRY) {
          hand.doubt();
        }
        throw e;
      }
    }
    hand.done();
  }
}
