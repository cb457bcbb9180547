package io.stallmark.linkbench.load;

import io.stallmark.linkbench.data.Graph;
import io.stallmark.linkbench.schema.SocialGraph;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the pieces of a load, each once. Lists too long for one loader come first, in stretches
 * that several can share, so that no loader is left with one at the end; then the ids in chunks,
 * the last ids first as in LinkBench, which has them in a queue too. Chunks differ by one id at
 * most, so that none is tiny. Thread-safe.
 */
public final class Pieces {

  /** Links of a stretch; lists of more are long. */
  static final int STRETCH = 16_384;

  private final Graph graph;
  private final boolean divisible;
  private final long chunks;
  private long chunksLeft;
  private boolean longLeft = true;
  private long rank;
  private int type;
  private long from;

  /**
   * @param chunk ids of a chunk at the most
   */
  public Pieces(SocialGraph graph, int chunk) {
    this.graph = graph.graph();
    // Ids that do not follow each other are in no range of their own: such a list stays whole.
    divisible = graph.id2s().follow();
    chunks = (this.graph.nodes() - 1) / chunk + 1;
    chunksLeft = chunks;
  }

  static boolean isLong(long links) {
    return links > STRETCH;
  }

  /** How many links, counts and nodes a piece has. */
  long rows(Piece piece) {
    if (piece instanceof Piece.Stretch stretch) {
      return stretch.size();
    }
    Piece.Ids ids = (Piece.Ids) piece;
    long rows = ids.size();
    for (long id = ids.first(); id <= ids.last(); id++) {
      for (int t = 0; t < graph.types(); t++) {
        long links = graph.links(id, t);
        rows += links == 0 ? 0 : isLong(links) ? 1 : links + 1;
      }
    }
    return rows;
  }

  synchronized @Nullable Piece next() {
    Piece stretch = longLeft ? nextStretch() : null;
    if (stretch != null || chunksLeft == 0) {
      return stretch;
    }
    chunksLeft--;
    return new Piece.Ids(start(chunksLeft), start(chunksLeft + 1) - 1);
  }

  /** The first id of a chunk; the first chunks have one id more where they cannot be even. */
  private long start(long chunk) {
    long size = graph.nodes() / chunks;
    return graph.firstId() + chunk * size + Math.min(chunk, graph.nodes() % chunks);
  }

  private @Nullable Piece nextStretch() {
    while (rank < graph.nodes()) {
      long id = graph.ofRank(rank);
      long links = graph.links(id, type);
      if (isLong(links)) {
        return stretch(id, links);
      }
      if (type == 0) {
        break; // no list of this rank is longer, nor of those that follow
      }
      turn();
    }
    longLeft = false;
    return null;
  }

  private Piece stretch(long id, long links) {
    long to = divisible ? Math.min(links, from + STRETCH) : links;
    Piece stretch = new Piece.Stretch(id, type, from, to);
    if (to == links) {
      turn();
    } else {
      from = to;
    }
    return stretch;
  }

  private void turn() {
    from = 0;
    type = (type + 1) % graph.types();
    rank += type == 0 ? 1 : 0;
  }
}
