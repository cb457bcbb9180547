package io.stallmark.linkbench.schema;

import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.LinkContent;
import io.stallmark.linkbench.data.NodeContent;
import io.stallmark.linkbench.data.PayloadData;

/**
 * The tables and what they hold when they are loaded, which depends on nothing else.
 *
 * @param numbered whether the database numbers the nodes that a run adds
 * @param linkData median of a link's data, bytes
 * @param nodeData median of a node's data, bytes
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
   * All links are loaded with times in the 2^32 ms (49.7 days) before this moment, 2026-01-01 UTC,
   * ms since 1970: not before the load as in the original, so that the seed alone decides.
   */
  public static final long LOADED_BEFORE = 1_767_225_600_000L;

  /** The time of all nodes that are loaded, seconds since 1970. */
  public static final long NODES_LOADED_AT = LOADED_BEFORE / 1000;

  public LinkStatements links() {
    return new LinkStatements(tables);
  }

  public NodeStatements nodes() {
    return new NodeStatements(tables, fidelity.countsNodeVersions());
  }

  /** What the links hold that are loaded; for one thread. */
  public LinkContent linkContent() {
    return new LinkContent(id2s, linkPayload(), seed, LOADED_BEFORE);
  }

  /** What the nodes hold that are loaded; for one thread. */
  public NodeContent nodeContent() {
    return new NodeContent(nodePayload(), seed);
  }

  /** Data of links that requests write; for one thread. */
  public PayloadData linkPayload() {
    return PayloadData.ofLinks(linkData, fidelity, seed);
  }

  /** Data of nodes that requests write; for one thread. */
  public PayloadData nodePayload() {
    return PayloadData.ofNodes(nodeData, seed);
  }
}
