package io.stallmark.linkbench.data;

import org.jspecify.annotations.Nullable;

/**
 * The nodes as they are loaded, and how many links each has. Immutable.
 *
 * <p>Links add up to about 4.1 a node in large graphs, but in small ones to more: the first rank
 * has 961,963 whatever the size, which is a fifth of all links of a million nodes. {@code
 * mostDegree} limits that: with {@link #MOST_BY_SIZE} a small graph keeps the shape of a large one.
 */
public final class GraphShape {

  /** In a small graph no node has more links than the law of the degrees gives the second one. */
  public static final long MOST_BY_SIZE = 0;

  /** The original's number of nodes, from which on it stays as the original has it. */
  private static final long SMALL = 10_000_000;

  /** The largest degree of the original. */
  public static final long MOST_DEGREE = DegreeTable.MOST;

  /** The last id there may be: there are 4 billion more for the ends of links and for new nodes. */
  public static final long MOST_ID = Long.MAX_VALUE - (1L << 32);

  private static final long SEED = 20_343_988_438_726_021L;

  private final long firstId;
  private final long nodes;
  private final int types;
  private final LinkSplit split;
  private final long mostDegree;
  private final GroupRotation byDegree;
  private volatile @Nullable Census census;

  /**
   * @param nodes how many; their ids follow each other from {@code firstId} on
   * @param types of links, numbered from 0
   * @param mostDegree nodes that would have more links have so many; {@link #MOST_BY_SIZE}
   * @throws IllegalArgumentException when a number is too small or too large
   */
  public GraphShape(long firstId, long nodes, int types, LinkSplit split, long mostDegree) {
    if (firstId < 0 || nodes < 1 || nodes > MOST_ID - firstId + 1 || types < 1 || mostDegree < 0) {
      throw new IllegalArgumentException(
          "No graph of %d nodes from %d on, %d types of links and at most %d links a node"
              .formatted(nodes, firstId, types, mostDegree));
    }
    this.firstId = firstId;
    this.nodes = nodes;
    this.types = types;
    this.split = split;
    this.mostDegree = mostDegree == MOST_BY_SIZE ? mostBySize(nodes) : mostDegree;
    byDegree = new GroupRotation(nodes, SEED);
  }

  private static long mostBySize(long nodes) {
    return nodes > 1 && nodes < SMALL ? DegreeTable.degree(1, nodes) : MOST_DEGREE;
  }

  public long firstId() {
    return firstId;
  }

  public long nodes() {
    return nodes;
  }

  /** Nodes that would have more links have so many. */
  public long mostDegree() {
    return mostDegree;
  }

  public int types() {
    return types;
  }

  /** Rank 0, with the most links, goes first, and so on. */
  GroupRotation byDegree() {
    return byDegree;
  }

  /** How many links of a type a node has. */
  public long links(long id, int type) {
    return split.count(degree(byDegree.from(id - firstId)), type, types);
  }

  /** The node with the most links but for so many others. */
  public long ofRank(long rank) {
    return firstId + byDegree.to(rank);
  }

  public long lastId() {
    return firstId + nodes - 1;
  }

  /** The longest list of links of one node and type. */
  public long longestList() {
    return split.count(degree(0), 0, types);
  }

  private long degree(long rank) {
    return Math.min(mostDegree, DegreeTable.degree(rank, nodes));
  }

  /**
   * What a graph holds in all.
   *
   * @param links {@code Long.MAX_VALUE}: so many or more
   * @param lists pairs of node and type with at least one link
   */
  public record Census(long links, long lists) {}

  /** Takes some 50 ms for a billion nodes, seconds for 2^60, and no time when asked again. */
  public Census census() {
    Census known = census;
    if (known == null) {
      known = count();
      census = known;
    }
    return known;
  }

  /** Counts all links, by runs of ranks with the same degree. */
  private Census count() {
    long links = 0;
    long lists = 0;
    for (long rank = 0; rank < nodes; ) {
      long degree = degree(rank);
      long next = endOfRun(rank, degree);
      links = plus(links, split.links(degree, types), next - rank);
      lists = plus(lists, split.lists(degree, types), next - rank);
      rank = next;
    }
    return new Census(links, lists);
  }

  /** Never more than fits. */
  private static long plus(long sum, long each, long nodes) {
    return each > 0 && nodes > (Long.MAX_VALUE - sum) / each ? Long.MAX_VALUE : sum + each * nodes;
  }

  /** The first rank after this one with another degree. */
  private long endOfRun(long rank, long degree) {
    long same = rank;
    long step = 1;
    while (step < nodes - same && degree(same + step) == degree) {
      same += step;
      step = Math.min(step, (nodes - same) / 2 + 1) * 2;
    }
    long other = step < nodes - same ? same + step : nodes;
    while (other - same > 1) {
      long middle = same + (other - same) / 2;
      if (degree(middle) == degree) {
        same = middle;
      } else {
        other = middle;
      }
    }
    return other;
  }
}
