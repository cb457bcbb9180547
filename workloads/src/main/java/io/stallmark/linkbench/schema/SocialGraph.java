package io.stallmark.linkbench.schema;

import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.LinkContent;
import io.stallmark.linkbench.data.NodeContent;
import io.stallmark.linkbench.data.PayloadData;

/**
 * Tables of a graph and the parameters that alone determine the loaded rows.
 *
 * @param numbered whether the database generates the ids of the nodes that a run adds
 * @param linkData median length of a link's data, in bytes
 * @param nodeData median length of a node's data, in bytes
 */
public record SocialGraph(
    GraphTables tables,
    boolean numbered,
    GraphShape graph,
    Id2Distribution id2s,
    FidelityOptions fidelity,
    double linkData,
    double nodeData,
    long seed) {

  /**
   * Upper bound, exclusive, of the times of loaded links: 2026-01-01 UTC, in ms since 1970. All
   * times are in the 2^32 ms (49.7 days) before it. The original uses times before the load. Here
   * the seed alone determines the times.
   */
  public static final long LOADED_BEFORE = 1_767_225_600_000L;

  /** Time of all loaded nodes, in seconds since 1970. */
  public static final long NODES_LOADED_AT = LOADED_BEFORE / 1000;

  public LinkStatements links() {
    return new LinkStatements(tables);
  }

  public NodeStatements nodes() {
    return new NodeStatements(tables, fidelity.countsNodeVersions());
  }

  /** Creates a generator of the loaded links, for one thread. */
  public LinkContent linkContent() {
    return new LinkContent(id2s, linkPayload(), seed, LOADED_BEFORE);
  }

  /** Creates a generator of the data of loaded nodes, for one thread. */
  public NodeContent nodeContent() {
    return new NodeContent(nodePayload(), seed);
  }

  /** Creates a generator of link data, for loads and requests. */
  public PayloadData linkPayload() {
    return PayloadData.ofLinks(linkData, fidelity, seed);
  }

  /** Creates a generator of node data, for loads and requests. */
  public PayloadData nodePayload() {
    return PayloadData.ofNodes(nodeData, seed);
  }
}
