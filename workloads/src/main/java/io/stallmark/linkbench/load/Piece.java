package io.stallmark.linkbench.load;

/** What a loader takes at a time. */
sealed interface Piece {

  /**
   * Nodes with their counts, and their links but for the long lists.
   *
   * @param last included
   */
  record Ids(long first, long last) implements Piece {
    long size() {
      return last - first + 1;
    }
  }

  /**
   * Links of one long list.
   *
   * @param from number of the first
   * @param to after the last
   */
  record Stretch(long id, int type, long from, long to) implements Piece {
    long size() {
      return to - from;
    }
  }
}
