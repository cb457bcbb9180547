package io.stallmark.timeseries;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Slice;
import io.stallmark.verification.UnitLoader;

/**
 * Loads one loader's share of the events that are inserted before a run: every n-th event of n
 * loaders.
 */
final class EventLoader extends UnitLoader {

  private final TimeseriesOptions options;
  private final EventWriter writer;
  private final boolean resumes;

  /**
   * @param resumes whether an interrupted load may have inserted some of the events
   */
  EventLoader(TimeseriesOptions options, boolean resumes, Session session, Slice slice)
      throws DbException {
    super(slice.index(), options.preload(), slice.count());
    this.options = options;
    this.resumes = resumes;
    writer = new EventWriter(options.operations(), "load", session);
  }

  @Override
  protected long load(long event) throws DbException {
    int rows = options.data().grid().batch();
    setFound(0);
    if (!resumes || !writer.hasFirstRow(event)) {
      writer.write(event);
    } else if (writer.complete(event) == 0) {
      setFound(rows);
    }
    return rows;
  }
}
