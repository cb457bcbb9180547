package io.stallmark.ycsb;

import io.stallmark.data.SequenceGaps;
import io.stallmark.data.SequenceGaps.Gap;
import io.stallmark.data.SequenceGaps.State;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.ycsb.data.FieldContent;
import org.jspecify.annotations.Nullable;

/** Inserts the records that several machines have left out. */
final class RecordGapLoader implements Loader {

  private final YcsbOptions options;
  private final SequenceGaps gaps;
  private final FieldContent content;
  private final RecordSearch search;
  private final PreparedOperation insert;
  private @Nullable Gap begun;

  RecordGapLoader(YcsbOptions options, SequenceGaps gaps, Session session) throws DbException {
    this.options = options;
    this.gaps = gaps;
    content = options.content();
    search = new RecordSearch(options, session);
    insert = PreparedOperation.of(session, options.table().insert("load_record", 1));
  }

  @Override
  public long step() throws DbException {
    Gap gap = begun == null ? gaps.take() : begun;
    if (gap == null) {
      return 0;
    }
    begun = gap;
    if (gap.state() == State.UNTOUCHED || !search.exists(gap.number())) {
      RecordLoader.fill(content, options, gap.number(), insert.args());
      insert.execute();
    }
    begun = null; // last, so that a failed step can be repeated
    gaps.filled();
    return 1;
  }
}
