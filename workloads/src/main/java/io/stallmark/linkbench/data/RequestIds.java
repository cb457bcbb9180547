package io.stallmark.linkbench.data;

import io.stallmark.data.Distribution;

/**
 * Distributions of the requested ids among the loaded ids, one for each class of operations.
 * Thread-safe.
 *
 * <p>Permutations scatter the hot ids. Most link operations use a separate permutation. The others
 * use the permutation of the degrees, so that the node with the most links is the hottest. Node
 * operations use a third permutation.
 */
public record RequestIds(
    Distribution linkRead,
    Distribution linkWrite,
    Distribution nodeRead,
    Distribution nodeUpdate,
    Distribution nodeDelete) {

  private static final long UNCORRELATED_SEED = 53_238_253_823_453L;
  private static final long NODE_SEED = 4_766_565_305_853_767_165L;

  private static final double READ_SHAPE = 0.8;
  private static final double WRITE_SHAPE = 0.741;
  private static final double NODE_READ_SHAPE = 0.625;
  private static final double NODE_UPDATE_SHAPE = 0.606;

  private static final double READ_UNCORRELATED = 0.995;
  private static final double WRITE_UNCORRELATED = 0.95;

  public static RequestIds of(GraphShape graph, FidelityOptions fidelity) {
    long n = graph.nodes();
    GroupRotation uncorrelated = new GroupRotation(n, UNCORRELATED_SEED);
    GroupRotation nodes = new GroupRotation(n, NODE_SEED);
    ZipfRank reads = new ZipfRank(n, READ_SHAPE);
    ZipfRank writes = new ZipfRank(n, WRITE_SHAPE);
    Distribution scatteredReads = ids(graph, uncorrelated, reads);
    Distribution scatteredWrites = ids(graph, uncorrelated, writes);
    Distribution correlatedWrites = ids(graph, graph.byDegree(), writes);
    return new RequestIds(
        blend(READ_UNCORRELATED, scatteredReads, ids(graph, graph.byDegree(), reads)),
        fidelity.ownWriteLaw()
            ? blend(WRITE_UNCORRELATED, scatteredWrites, correlatedWrites)
            : blend(READ_UNCORRELATED, scatteredReads, correlatedWrites),
        ids(graph, nodes, new ZipfRank(n, NODE_READ_SHAPE)),
        ids(graph, nodes, new ZipfRank(n, NODE_UPDATE_SHAPE)),
        rng -> rng.uniform(graph.firstId(), graph.lastId()));
  }

  private static Distribution ids(GraphShape graph, GroupRotation rotation, Distribution ranks) {
    return rng -> graph.firstId() + rotation.to(ranks.next(rng));
  }

  private static Distribution blend(double share, Distribution often, Distribution rarely) {
    return rng -> (rng.nextDouble() < share ? often : rarely).next(rng);
  }
}
