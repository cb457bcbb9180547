package io.stallmark.sysbench.verify;

/** What the scans of a table, or of a piece of it, have found. Not thread-safe. */
final class Tally {

  final Exceptions missing = new Exceptions();
  final Exceptions outside = new Exceptions();
  final Exceptions badC = new Exceptions();
  final Exceptions badPad = new Exceptions();
  final IndexTally index = new IndexTally();
  long rows;
  long lowestId = Long.MAX_VALUE;
  long highestId = Long.MIN_VALUE;

  void add(Tally other) {
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
