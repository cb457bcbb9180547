package io.stallmark.timeseries;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;

/**
 * Loads one loader's share of the events that are inserted before a run: every n-th event of n
 * loaders.
 */
final class EventLoader implements Loader {

  private final TimeseriesOptions options;
  private final EventWriter writer;
  private final boolean resumes;
  private final int stride;
  private long next;
  private long found;

  /**
   * @param resumes whether an interrupted load may have inserted some of the events
   */
  EventLoader(TimeseriesOptions options, boolean resumes, Session session, Slice slice)
      throws DbException {
    this.options = options;
    this.resumes = resumes;
    writer = new EventWriter(options.operations(), "load", session);
    stride = slice.count();
    next = slice.index();
  }

  @Override
  public long step() throws DbException {
    if (next >= options.preload()) {
      return 0;
    }
    int rows = options.data().grid().batch();
    found = 0;
    if (!resumes || !writer.hasFirstRow(next)) {
      writer.write(next);
    } else if (writer.complete(next) == 0) {
      found = rows;
    }
    next += stride; // last, so that a failed step can be repeated
    return rows;
  }

  @Override
  public long found() {
    return found;
  }
}
