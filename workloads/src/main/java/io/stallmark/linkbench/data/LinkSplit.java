package io.stallmark.linkbench.data;

/** Division of a node's links among the link types. */
public enum LinkSplit {
  /** As evenly as possible; the first types get one more. The parts add up to the degree. */
  EXACT,

  /**
   * As in LinkBench, which computes the remainder as degree − ⌊degree/types⌋. Nearly every type
   * thus gets one more. A node with d ≥ 4 links in two types gets d + 1 or d + 2.
   */
  AS_CODED;

  /**
   * @param type index of the type, 0 to {@code types} − 1
   * @return number of the node's links of that type
   */
  public long count(long degree, int type, int types) {
    long each = degree / types;
    return type < more(degree, types) ? each + 1 : each;
  }

  /** Number of links of all types. */
  long links(long degree, int types) {
    return degree / types * types + more(degree, types);
  }

  /** Number of types with at least one link. */
  long lists(long degree, int types) {
    return degree < types ? more(degree, types) : types;
  }

  /** Number of types that get one more. */
  private long more(long degree, int types) {
    return Math.min(types, this == EXACT ? degree % types : degree - degree / types);
  }
}
