package io.stallmark.sysbench.verify;

import io.stallmark.verification.ViolationCount;

/** Results of the scans of a table or of a piece of it. Not thread-safe. */
final class TableTally {

  final ViolationCount missing = new ViolationCount();
  final ViolationCount outside = new ViolationCount();
  final ViolationCount badC = new ViolationCount();
  final ViolationCount badPad = new ViolationCount();
  final IndexTally index = new IndexTally();
  long rows;
  long lowestId = Long.MAX_VALUE;
  long highestId = Long.MIN_VALUE;

  void add(TableTally other) {
    missing.add(other.missing);
    outside.add(other.outside);
    badC.add(other.badC);
    badPad.add(other.badPad);
    index.add(other.index);
    rows += other.rows;
    lowestId = Math.min(lowestId, other.lowestId);
    highestId = Math.max(highestId, other.highestId);
  }
}
