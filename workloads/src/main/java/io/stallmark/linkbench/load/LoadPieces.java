package io.stallmark.linkbench.load;

import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.schema.SocialGraph;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the pieces of a load, each once, also on several machines. Thread-safe.
 *
 * <p>Long lists come first, in segments that several loaders can write. So no loader is left with a
 * long list at the end. The other links follow in chunks of ids, the last ids first, as LinkBench
 * queues them. Nodes and counts come last in the same chunks, while the server builds the index on
 * the links. Chunk sizes differ by at most one id, so that no chunk is tiny.
 */
public final class LoadPieces {

  /** Links per segment; a list with more links is long. */
  static final int SEGMENT = 16_384;

  private final GraphShape graph;
  private final boolean divisible;
  private final long chunks;
  private final int machine;
  private final int machines;
  private long linksLeft;
  private long nodesLeft;
  private long linksUnderWay;
  private boolean longLeft = true;
  private long rank;
  private int type;
  private long from;
  private long next; // number of the next piece

  /**
   * @param chunk maximum number of ids in a chunk
   * @param machine number of this machine, whose pieces are those with number n mod machines
   */
  public LoadPieces(SocialGraph graph, int chunk, int machine, int machines) {
    this.graph = graph.graph();
    this.machine = machine;
    this.machines = machines;
    // A segment whose id2s are not consecutive cannot be counted by range: the list stays whole.
    divisible = graph.id2s().follow();
    chunks = (this.graph.nodes() - 1) / chunk + 1;
    linksLeft = chunks;
    nodesLeft = chunks;
  }

  static boolean isLong(long links) {
    return links > SEGMENT;
  }

  /** Number of rows of a piece: links, or nodes and counts. */
  long rows(LoadPiece piece) {
    if (piece instanceof LoadPiece.Segment segment) {
      return segment.size();
    }
    if (piece instanceof LoadPiece.Nodes nodes) {
      return nodes.size() + lists(nodes);
    }
    LoadPiece.Links ids = (LoadPiece.Links) piece;
    long rows = 0;
    for (long id = ids.first(); id <= ids.last(); id++) {
      for (int t = 0; t < graph.types(); t++) {
        long links = graph.links(id, t);
        rows += isLong(links) ? 0 : links;
      }
    }
    return rows;
  }

  /** Number of counts of these nodes. */
  long lists(LoadPiece.Nodes nodes) {
    long lists = 0;
    for (long id = nodes.first(); id <= nodes.last(); id++) {
      for (int t = 0; t < graph.types(); t++) {
        lists += graph.links(id, t) > 0 ? 1 : 0;
      }
    }
    return lists;
  }

  synchronized @Nullable LoadPiece next() {
    LoadPiece piece = following();
    while (piece != null && next++ % machines != machine) {
      piece = following();
    }
    linksUnderWay += isLinks(piece) ? 1 : 0;
    return piece;
  }

  private static boolean isLinks(@Nullable LoadPiece piece) {
    return piece != null && !(piece instanceof LoadPiece.Nodes);
  }

  /** Returns the next piece of all machines; null: there is none. */
  private @Nullable LoadPiece following() {
    LoadPiece piece = longLeft ? nextSegment() : null;
    if (piece != null) {
      return piece;
    }
    if (linksLeft > 0) {
      linksLeft--;
      return new LoadPiece.Links(start(linksLeft), start(linksLeft + 1) - 1);
    }
    if (nodesLeft == 0) {
      return null;
    }
    nodesLeft--;
    return new LoadPiece.Nodes(start(nodesLeft), start(nodesLeft + 1) - 1);
  }

  /** Records that all rows of a piece are in the tables. */
  synchronized void done(LoadPiece piece) {
    linksUnderWay -= isLinks(piece) ? 1 : 0;
  }

  /** Whether all links are in the table. */
  public synchronized boolean linksAreIn() {
    return !longLeft && linksLeft == 0 && linksUnderWay == 0;
  }

  /** First id of a chunk. If the ids do not divide evenly, the first chunks have one id more. */
  private long start(long chunk) {
    long size = graph.nodes() / chunks;
    return graph.firstId() + chunk * size + Math.min(chunk, graph.nodes() % chunks);
  }

  private @Nullable LoadPiece nextSegment() {
    while (rank < graph.nodes()) {
      long id = graph.ofRank(rank);
      long links = graph.links(id, type);
      if (isLong(links)) {
        return segment(id, links);
      }
      if (type == 0) {
        break; // no remaining list is longer
      }
      turn();
    }
    longLeft = false;
    return null;
  }

  private LoadPiece segment(long id, long links) {
    long to = divisible ? Math.min(links, from + SEGMENT) : links;
    LoadPiece segment = new LoadPiece.Segment(id, type, from, to);
    if (to == links) {
      turn();
    } else {
      from = to;
    }
    return segment;
  }

  private void turn() {
    from = 0;
    type = (type + 1) % graph.types();
    rank += type == 0 ? 1 : 0;
  }
}
