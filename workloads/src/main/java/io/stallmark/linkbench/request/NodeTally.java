package io.stallmark.linkbench.request;

import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Tally;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Nodes that a run has deleted, and those that it has added and the database has acknowledged.
 * Requests change and delete loaded nodes only, so that every added node must be in the table until
 * it is dropped. Other changes leave no such trace: another client may have overwritten them.
 * Thread-safe.
 */
public final class NodeTally {

  private static final String FIRST = "nodes.first";
  private static final String LAST = "nodes.last";
  private static final String ADDED = "nodes.added";
  private static final String DELETED = "nodes.deleted";

  private final LongAdder deletes = new LongAdder();
  private final LongAdder added = new LongAdder();
  private final LongAccumulator last = new LongAccumulator(Math::max, 0);
  private volatile long first;

  /**
   * Forgets everything.
   *
   * @param firstNode first id greater than the ids of all loaded and stored nodes
   */
  void begin(long firstNode) {
    first = firstNode;
    deletes.reset();
    added.reset();
    last.reset();
  }

  /** Counts a request that deletes a node. */
  void delete() {
    deletes.increment();
  }

  /**
   * Counts an acknowledged node. Does not count the id of a deleted node, which some servers assign
   * again after a restart.
   */
  void add(long id) {
    if (id >= first) {
      added.increment();
      last.accumulate(id);
    }
  }

  /** What {@link #add(Tally)} adds on another machine. */
  public Tally tally() {
    return Tally.of(Map.of(DELETED, deletes.sum(), ADDED, added.sum(), LAST, last.get()));
  }

  /** Adds the nodes of another machine's clients. */
  public void add(Tally tally) {
    deletes.add(tally.number(DELETED));
    added.add(tally.number(ADDED));
    last.accumulate(tally.number(LAST));
  }

  /** Number of requests of the run that delete a node. */
  public long deletes() {
    return deletes.sum();
  }

  /** Record of the added nodes; empty if there are none. */
  public Map<String, Long> acknowledged() {
    long count = added.sum();
    return count == 0 ? Map.of() : Map.of(FIRST, first, LAST, last.get(), ADDED, count);
  }

  /**
   * Counts the nodes of a record of {@link #acknowledged} in the table.
   *
   * @return sentences about lost nodes; empty: none is lost
   */
  public static List<String> lost(
      SocialGraph graph, Session session, Map<String, Long> acknowledged) throws DbException {
    long low = acknowledged.getOrDefault(FIRST, 0L);
    long high = acknowledged.getOrDefault(LAST, 0L);
    long count = acknowledged.getOrDefault(ADDED, 0L);
    long found =
        PreparedOperation.of(session, graph.nodes().count()).set(0, low).set(1, high).number(0);
    return found >= count
        ? List.of()
        : List.of(
            Text.format(
                "%,d or more acknowledged transactions are gone: of %,d nodes that the run added, table %s has %,d, ids %d to %d. Changes of links and of other nodes are not recorded.",
                count - found, count, graph.tables().nodes().name(), found, low, high));
  }
}
