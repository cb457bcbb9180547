package io.stallmark.timeseries;

import io.stallmark.data.SequenceGaps;
import io.stallmark.data.SequenceGaps.Gap;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Inserts the events that several machines have left out. */
final class EventGapLoader implements Loader {

  private final SequenceGaps gaps;
  private final EventWriter writer;
  private final int rows;
  private @Nullable Gap begun;

  EventGapLoader(TimeseriesOptions options, SequenceGaps gaps, Session session) throws DbException {
    this.gaps = gaps;
    writer = new EventWriter(options.operations(), "load", session);
    rows = options.data().grid().batch();
  }

  @Override
  public long step() throws DbException {
    Gap gap = begun == null ? gaps.take() : begun;
    if (gap == null) {
      return 0;
    }
    begun = gap;
    switch (gap.state()) {
      case UNTOUCHED -> writer.write(gap.number());
      case UNFINISHED -> writer.complete(gap.number());
      case UNKNOWN -> {
        // Looking up every row would take long. A later run completes an event that lacks a few.
        if (!writer.hasFirstRow(gap.number())) {
          writer.write(gap.number());
        }
      }
    }
    begun = null; // last, so that a failed step can be repeated
    gaps.filled();
    return rows;
  }
}
