package io.stallmark.linkbench.data;

import io.stallmark.data.Rng;
import java.math.BigInteger;

/**
 * The other end of a link. As loaded, the links of a node lead to itself and the nodes that follow,
 * those of all types to the same. Requests choose among so many ids from the node's own on that a
 * given share of them was loaded. Immutable.
 *
 * <p>With a random range instead, ids are uniform in it whatever the node. The original draws those
 * that it loads independently of each other and so draws some twice; here a node's are all
 * different, in even steps around the range from a random one on.
 */
public final class Id2Distribution {

  /** Shares of the ids chosen by an operation that were loaded. */
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
   * @param randomMax ids are drawn from [0, randomMax); 0 for those that follow the node's own
   * @throws IllegalArgumentException when the range is too small for the longest list
   */
  public Id2Distribution(GraphShape graph, long randomMax, long seed) {
    if (randomMax != 0 && randomMax < graph.longestList()) {
      throw new IllegalArgumentException(
          "Random ids below %d: the longest list has %d links"
              .formatted(randomMax, graph.longestList()));
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

  /** The id2 of a node's link number {@code i}, from 0 on, of any type. */
  public long loaded(long id1, long i) {
    if (randomMax == 0) {
      return id1 + i;
    }
    return sum(start(id1), product(i, stride));
  }

  /** Modulo the range, of two below it. */
  private long sum(long a, long b) {
    return a >= randomMax - b ? a - (randomMax - b) : a + b;
  }

  /** Modulo the range, of two below it; by doubling where it does not fit into 64 bits. */
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

  /** Ids are below; 0: they follow the node's own. */
  public long randomMax() {
    return randomMax;
  }

  /**
   * The reverse of {@link #loaded}: which of a node's links leads there, if it has so many.
   *
   * @return negative: none could
   */
  public long number(long id1, long id2) {
    if (randomMax == 0 || id2 >= randomMax) {
      return randomMax == 0 ? id2 - id1 : -1;
    }
    return product(Math.floorMod(id2 - start(id1), randomMax), inverse);
  }

  /**
   * Whether the links of a node, in the order of their numbers, have ids that follow each other.
   */
  public boolean follow() {
    return randomMax == 0;
  }

  /**
   * Chooses one for an operation.
   *
   * @param loaded the share of choices that were loaded, such as {@link #ADD}
   */
  public long next(Rng rng, long id1, int type, double loaded) {
    return randomMax > 0
        ? rng.uniform(0, randomMax - 1)
        : id1 + rng.uniform(0, choices(id1, type, loaded) - 1);
  }

  /** How many ids there are to choose from; one even where nothing was loaded. */
  private long choices(long id1, int type, double loaded) {
    return Math.max(1, (long) Math.ceil(graph.links(id1, type) / loaded));
  }

  /**
   * Chooses several, all different, into the start of an array. Where there are not more to choose
   * from than are asked for, those are the id1 itself and the ones after it.
   */
  public void several(Rng rng, long id1, int type, long[] into, int count) {
    long choices = randomMax > 0 ? randomMax : choices(id1, type, GET);
    long from = randomMax > 0 ? 0 : id1;
    for (int i = 0; i < count; i++) {
      long last = from + choices - count + i;
      // Floyd's sample: a number met before stands for the one that has just come within reach.
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
