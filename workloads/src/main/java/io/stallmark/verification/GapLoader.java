package io.stallmark.verification;

import io.stallmark.data.SequenceGaps;
import io.stallmark.data.SequenceGaps.Gap;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Loader;
import org.jspecify.annotations.Nullable;

/** Inserts what several machines have left out, one number of a sequence per step. */
public final class GapLoader implements Loader {

  /** Inserts the missing rows of a number. */
  public interface Filler {
    void fill(Gap gap) throws DbException;
  }

  private final SequenceGaps gaps;
  private final int rows;
  private final Filler filler;
  private @Nullable Gap begun;

  /**
   * @param rows number of rows of each number
   */
  public GapLoader(SequenceGaps gaps, int rows, Filler filler) {
    this.gaps = gaps;
    this.rows = rows;
    this.filler = filler;
  }

  @Override
  public long step() throws DbException {
    Gap gap = begun == null ? gaps.take() : begun;
    if (gap == null) {
      return 0;
    }
    begun = gap;
    filler.fill(gap);
    begun = null; // last, so that a failed step can be repeated
    gaps.filled();
    return rows;
  }
}
