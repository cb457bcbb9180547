package io.stallmark.linkbench.load;

/** Unit of work of a loader. */
sealed interface LoadPiece {

  /**
   * Links of a range of nodes, without the long lists.
   *
   * @param first id of the first node
   * @param last id of the last node, inclusive
   */
  record Links(long first, long last) implements LoadPiece {}

  /**
   * Nodes with their counts.
   *
   * @param first id of the first node
   * @param last id of the last node, inclusive
   */
  record Nodes(long first, long last) implements LoadPiece {
    long size() {
      return last - first + 1;
    }
  }

  /**
   * Segment of one long list of links.
   *
   * @param from index of the first link
   * @param to index after the last link
   */
  record Segment(long id, int type, long from, long to) implements LoadPiece {
    long size() {
      return to - from;
    }
  }
}
