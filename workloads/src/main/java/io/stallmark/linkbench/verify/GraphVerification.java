package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.verification.FindingList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads every link, count and node in the order of ids, one range of nodes after another, and
 * compares them. Requires that no other program writes at the same time. Thread-safe.
 */
public final class GraphVerification implements Verification {

  /** Maximum number of lists in a range. */
  private static final int LISTS = 8_192;

  private final SocialGraph social;
  private final GraphShape graph;
  private final boolean removed;
  private final int ids;
  private final long ranges;
  private final GraphTally tally = new GraphTally();
  private long taken;
  private long done;
  private long allLinks;
  private long allCounts;
  private long allNodes;

  /** Range of node ids, both ends inclusive. */
  record Range(long first, long last, boolean isFirst) {}

  /**
   * @param removed whether requests may have deleted nodes and changed nothing else, which leaves
   *     no trace; if false, a missing node is a finding if no row shows that requests were made
   */
  public GraphVerification(SocialGraph social, boolean removed) {
    this.social = social;
    this.removed = removed;
    graph = social.graph();
    ids = Math.max(1, LISTS / graph.types());
    ranges = (graph.nodes() + ids - 1) / ids;
  }

  @Override
  public long rows() {
    GraphShape.Census census = graph.census();
    return census.links() + census.lists() + graph.nodes();
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    LinkCheck links = new LinkCheck(social, session, ids);
    NodeCheck nodes = new NodeCheck(social, session);
    return () -> {
      long rows = 0;
      for (Range range = next(); range != null; range = next()) {
        if (range.isFirst()) {
          counted(session);
        }
        GraphTally read = new GraphTally();
        links.check(range, read);
        nodes.check(range, read);
        done(read);
        rows = read.links + read.counts + read.nodes;
        if (rows > 0) {
          return rows;
        }
      }
      return rows;
    };
  }

  private synchronized @Nullable Range next() {
    if (taken == ranges) {
      return null;
    }
    long first = graph.firstId() + taken * ids;
    taken++;
    return new Range(first, Math.min(first + ids - 1, graph.lastId()), taken == 1);
  }

  private synchronized void done(GraphTally range) {
    done++;
    tally.add(range);
  }

  /** Counts the rows of the tables, of all ids. */
  private void counted(Session session) throws DbException {
    long links = count(session, social.tables().links());
    long counts = count(session, social.tables().counts());
    long nodes = count(session, social.tables().nodes());
    synchronized (this) {
      allLinks = links;
      allCounts = counts;
      allNodes = nodes;
    }
  }

  private static long count(Session session, Table table) throws DbException {
    return PreparedOperation.of(session, GraphReads.rows(table)).number(0);
  }

  @Override
  public synchronized List<String> findings() {
    return kinds().stream().flatMap(kind -> kind.kept().stream()).toList();
  }

  @Override
  public synchronized long found() {
    return kinds().stream().mapToLong(FindingList::count).sum();
  }

  /**
   * Returns the findings by kind. The first findings of each kind are kept, so that many of one
   * kind do not hide those of another.
   */
  private List<FindingList> kinds() {
    FindingList sums = new FindingList();
    if (done < ranges) {
      sums.add("Not every node was read: the check is incomplete.");
      return List.of(tally.findings, sums);
    }
    String of = Text.format("nodes %d to %d", graph.firstId(), graph.lastId());
    compare(sums, social.tables().links(), allLinks, tally.links, of + " and known types");
    compare(sums, social.tables().counts(), allCounts, tally.counts, of);
    compare(sums, social.tables().nodes(), allNodes, tally.nodes, "ids from " + graph.firstId());
    List<FindingList> kinds = new ArrayList<>(List.of(tally.findings));
    if (isOurs()) {
      kinds.add(tally.suspicions);
      if (tally.traces == 0 && !removed) {
        kinds.add(tally.missing);
      }
    }
    kinds.add(sums);
    return kinds;
  }

  /** Explains that the comparison uses the current settings, which may not be those of the load. */
  @Override
  public synchronized Optional<String> hint() {
    return isOurs() && tally.suspicions.count() > 0
        ? Optional.of(
            "If the tables were loaded with another mix, link-data, node-data, motif or fidelity, these rows may be right: give those that they were loaded with.")
        : Optional.empty();
  }

  private static void compare(FindingList findings, Table table, long all, long read, String what) {
    if (all != read) {
      findings.add("Table %s has %,d rows, %,d of them of %s.", table.name(), all, read, what);
    }
  }

  /**
   * Whether this program has loaded the graph with this seed. Another program or another seed gives
   * links other data and other times.
   */
  private boolean isOurs() {
    return tally.linksAsLoaded > 0
        || tally.nodesAsLoaded > 0
        || tally.linksOfOurTime > tally.oldLinks / 2
        || tally.links + tally.nodes == 0; // no program loads an empty graph
  }

  @Override
  public synchronized List<String> proven() {
    Lines proven = new Lines();
    proven.add(
        "The counts of all %,d nodes are those of their %,d visible links of %d types; %,d links are hidden.",
        graph.nodes(), tally.visible, graph.types(), tally.links - tally.visible);
    proven.add(
        isOurs()
            ? contents()
            : Text.format("No row matches seed %d, so the data was not checked.", social.seed()));
    return proven;
  }

  private String contents() {
    long linksLoaded = graph.census().links();
    long changed = tally.links - tally.linksAsLoaded;
    long there = tally.nodes - tally.added;
    if (changed == 0 && tally.nodesAsLoaded == graph.nodes() && tally.added == 0) {
      return Text.format(
          "All %,d links and %,d nodes are as seed %d loads them.",
          linksLoaded, graph.nodes(), social.seed());
    }
    return Text.format(
        "All %,d links that were loaded are there, %,d of them as seed %d loads them; %,d links were added or changed since. Of %,d nodes %,d are there, %,d of them as loaded; %,d were added.",
        linksLoaded,
        tally.linksAsLoaded,
        social.seed(),
        changed,
        graph.nodes(),
        there,
        tally.nodesAsLoaded,
        tally.added);
  }
}
