package io.stallmark.linkbench.load;

/** What a loader takes at a time. */
sealed interface LoadPiece {

  /**
   * The links of some nodes but for the long lists.
   *
   * @param last included
   */
  record Links(long first, long last) implements LoadPiece {}

  /**
   * Nodes with their counts.
   *
   * @param last included
   */
  record Nodes(long first, long last) implements LoadPiece {
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
  record Stretch(long id, int type, long from, long to) implements LoadPiece {
    long size() {
      return to - from;
    }
  }
}
