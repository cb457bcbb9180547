package io.stallmark.linkbench.data;

import io.stallmark.text.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Loaded nodes and the number of links of each. Immutable.
 *
 * <p>Large graphs have about 4.1 links per node, small graphs more. Rank 0 has 961,963 links in a
 * graph of any size, which is a fifth of all links of a million nodes. {@code mostDegree} limits
 * this number. With {@link #MOST_BY_SIZE} a small graph keeps the shape of a large one.
 */
public final class GraphShape {

  /** Value of {@code mostDegree}: in a small graph, rank 0 has as many links as rank 1. */
  public static final long MOST_BY_SIZE = 0;

  /**
   * Number of nodes of the original. Graphs of this size or more keep the original's largest
   * degree.
   */
  private static final long SMALL = 10_000_000;

  /** Largest degree of the original. */
  public static final long MOST_DEGREE = DegreeTable.MOST;

  /** Greatest allowed id. Leaves 2^32 ids for the ends of links and for new nodes. */
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
   * @param nodes number of nodes; their ids are consecutive from {@code firstId}
   * @param types number of link types, numbered from 0
   * @param mostDegree maximum number of links of a node, or {@link #MOST_BY_SIZE}
   * @throws RefusedException if a number is out of range
   */
  public GraphShape(long firstId, long nodes, int types, LinkSplit split, long mostDegree) {
    if (firstId < 0 || nodes < 1 || nodes > MOST_ID - firstId + 1 || types < 1 || mostDegree < 0) {
      throw new RefusedException(
          "No graph of %,d nodes from %d on, %d types of links and at most %,d links a node",
          nodes, firstId, types, mostDegree);
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

  /** Maximum number of links of a node. */
  public long mostDegree() {
    return mostDegree;
  }

  public int types() {
    return types;
  }

  /** Permutation from ranks to nodes; rank 0 has the most links. */
  GroupRotation byDegree() {
    return byDegree;
  }

  /** Number of links of a node and link type, from 0. */
  public long links(long id, int type) {
    return split.count(degree(byDegree.from(id - firstId)), type, types);
  }

  /** Id of the node of a rank; rank 0 has the most links. */
  public long ofRank(long rank) {
    return firstId + byDegree.to(rank);
  }

  public long lastId() {
    return firstId + nodes - 1;
  }

  /** Length of the longest list of links of one node and type. */
  public long longestList() {
    return split.count(degree(0), 0, types);
  }

  private long degree(long rank) {
    return Math.min(mostDegree, DegreeTable.degree(rank, nodes));
  }

  /**
   * Totals of a graph.
   *
   * @param links number of links; {@code Long.MAX_VALUE}: this number or more
   * @param lists number of pairs of node and link type with at least one link
   */
  public record Census(long links, long lists) {}

  /**
   * Counts links and lists. The first call takes about 50 ms for a billion nodes and seconds for
   * 2^60. Later calls return the same result.
   */
  public Census census() {
    Census known = census;
    if (known == null) {
      known = count();
      census = known;
    }
    return known;
  }

  /** Counts all links in runs of ranks with the same degree. */
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

  /** Adds the product of the last two, limited to {@code Long.MAX_VALUE}. */
  private static long plus(long sum, long each, long nodes) {
    return each > 0 && nodes > (Long.MAX_VALUE - sum) / each ? Long.MAX_VALUE : sum + each * nodes;
  }

  /** First rank after this one with another degree. */
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
