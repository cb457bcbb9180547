package io.stallmark.timeseries;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;

/** Loads a share of the events that are to be there before a run: every count-th. */
final class EventLoader implements Loader {

  private final TimeseriesOptions options;
  private final EventWriter writer;
  private final int stride;
  private long next;

  EventLoader(TimeseriesOptions options, Session session, Slice slice) throws DbException {
    this.options = options;
    writer = new EventWriter(options.data(), session, options.operations().insert("load"));
    stride = slice.count();
    next = slice.index();
  }

  @Override
  public long step() throws DbException {
    if (next >= options.preload()) {
      return 0;
    }
    writer.write(next);
    next += stride; // only now: a step that failed can be repeated
    return options.data().grid().batch();
  }
}
