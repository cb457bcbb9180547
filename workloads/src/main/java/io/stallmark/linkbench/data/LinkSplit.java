package io.stallmark.linkbench.data;

/** How a node's links are shared out among the types of link. */
public enum LinkSplit {
  /** As evenly as can be, the first types getting one more; they add up to the degree. */
  EXACT,

  /**
   * As LinkBench does: what it takes for the remainder is degree − ⌊degree/types⌋, so that nearly
   * every type gets one more and a node with d ≥ 4 links in two types has d + 1 or d + 2.
   */
  AS_CODED;

  /**
   * @param type 0 to {@code types} − 1
   * @return how many of a node's links have that type
   */
  public long count(long degree, int type, int types) {
    long each = degree / types;
    return type < more(degree, types) ? each + 1 : each;
  }

  /** Of all types. */
  long links(long degree, int types) {
    return degree / types * types + more(degree, types);
  }

  /** How many types have any. */
  long lists(long degree, int types) {
    return degree < types ? more(degree, types) : types;
  }

  /** How many types get one more. */
  private long more(long degree, int types) {
    return Math.min(types, this == EXACT ? degree % types : degree - degree / types);
  }
}
