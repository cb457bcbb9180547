package io.stallmark.linkbench.data;

import io.stallmark.data.Rng;
import io.stallmark.text.RefusedException;
import java.math.BigInteger;

/**
 * Distribution of id2, the end of a link. The loaded links of a node lead to the node itself and
 * the nodes that follow it, the same nodes for all types. Requests choose among consecutive
 * candidate ids from the node's id. A given fraction of the candidates was loaded. Immutable.
 *
 * <p>With a random range, ids are uniform in that range, independent of the node. The original
 * draws loaded ids independently of each other, so that some occur twice. Here the ids of a node
 * are distinct: they start at a random id and advance by a fixed step modulo the range.
 */
public final class Id2Distribution {

  /** Fraction of the candidate ids that were loaded; the operations have different fractions. */
  public static final double ADD = 0.05;

  public static final double UPDATE = 0.9;
  public static final double DELETE = 0.9;
  public static final double GET = 0.5;

  private static final double GOLDEN_RATIO = 0.618_033_988_749_895;

  private final GraphShape graph;
  private final long randomMax;
  private final long seed;
  private final long stride;
  private final long inverse;

  /**
   * @param randomMax upper bound, exclusive, of random ids; 0: ids follow the node's id
   * @throws RefusedException if the range is smaller than the longest list
   */
  public Id2Distribution(GraphShape graph, long randomMax, long seed) {
    if (randomMax != 0 && randomMax < graph.longestList()) {
      throw new RefusedException(
          "Random ids below %d: the longest list has %,d links", randomMax, graph.longestList());
    }
    this.graph = graph;
    this.randomMax = randomMax;
    this.seed = seed;
    long step = Math.max(1, (long) (randomMax * GOLDEN_RATIO));
    while (randomMax > 0 && greatestCommonDivisor(step, randomMax) > 1) {
      step++;
    }
    stride = step;
    BigInteger modulus = BigInteger.valueOf(Math.max(1, randomMax));
    inverse = BigInteger.valueOf(step).modInverse(modulus).longValue();
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /** Returns the id2 of the link with index {@code i}, from 0, of a node and any type. */
  public long loaded(long id1, long i) {
    if (randomMax == 0) {
      return id1 + i;
    }
    return sum(start(id1), product(i, stride));
  }

  /** Sum modulo the range of two numbers below the range. */
  private long sum(long a, long b) {
    return a >= randomMax - b ? a - (randomMax - b) : a + b;
  }

  /**
   * Product modulo the range of two numbers below the range. Computed by doubling if it does not
   * fit into 64 bits.
   */
  private long product(long a, long b) {
    if (Math.multiplyHigh(a, b) == 0 && a * b >= 0) {
      return a * b % randomMax;
    }
    long product = 0;
    long doubled = b;
    for (long rest = a; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        product = sum(product, doubled);
      }
      doubled = sum(doubled, doubled);
    }
    return product;
  }

  private long start(long id1) {
    return Math.floorMod(Rng.mix(seed ^ Rng.mix(id1)), randomMax);
  }

  /** Upper bound, exclusive, of random ids; 0: ids follow the node's id. */
  public long randomMax() {
    return randomMax;
  }

  /**
   * Inverse of {@link #loaded}: returns the index of the node's link to this id. The caller checks
   * whether the node has that many links.
   *
   * @return index of the link, negative if no loaded link can lead to the id
   */
  public long number(long id1, long id2) {
    if (randomMax == 0 || id2 >= randomMax) {
      return randomMax == 0 ? id2 - id1 : -1;
    }
    return product(Math.floorMod(id2 - start(id1), randomMax), inverse);
  }

  /** Whether the links of a node, in the order of their indexes, have consecutive id2s. */
  public boolean follow() {
    return randomMax == 0;
  }

  /**
   * Draws an id2 for an operation.
   *
   * @param loaded fraction of the candidate ids that were loaded, such as {@link #ADD}
   */
  public long next(Rng rng, long id1, int type, double loaded) {
    return randomMax > 0
        ? rng.uniform(0, randomMax - 1)
        : id1 + rng.uniform(0, choices(id1, type, loaded) - 1);
  }

  /** Number of candidate ids; at least 1, even if no link was loaded. */
  private long choices(long id1, int type, double loaded) {
    return Math.max(1, (long) Math.ceil(graph.links(id1, type) / loaded));
  }

  /**
   * Draws several distinct ids into the start of an array. If there are no more candidates than
   * requested ids, the ids are consecutive from the first candidate.
   */
  public void several(Rng rng, long id1, int type, long[] into, int count) {
    long choices = randomMax > 0 ? randomMax : choices(id1, type, GET);
    long from = randomMax > 0 ? 0 : id1;
    for (int i = 0; i < count; i++) {
      long last = from + choices - count + i;
      // Floyd's sampling: a duplicate is replaced by the last id of the current range.
      long id2 = choices <= count ? from + i : rng.uniform(from, last);
      into[i] = contains(into, i, id2) ? last : id2;
    }
  }

  private static boolean contains(long[] ids, int count, long id) {
    for (int i = 0; i < count; i++) {
      if (ids[i] == id) {
        return true;
      }
    }
    return false;
  }
}
