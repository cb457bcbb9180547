package io.stallmark.linkbench.verify;

import io.stallmark.verification.FindingList;

/** What was found of some nodes, or of all. Not thread-safe. */
final class GraphTally {

  /** What must never be. */
  final FindingList findings = new FindingList();

  /** What must not be where this program has loaded the graph with this seed. */
  final FindingList suspicions = new FindingList();

  /** Nodes that are not there, which is right where a request has removed them. */
  final FindingList missing = new FindingList();

  /** Rows that show that requests have been made: changed, hidden or added. */
  long traces;

  /** Links of the graph's types and nodes. */
  long links;

  long visible;

  /** Links that are older than any request. */
  long oldLinks;

  /** Those of them with the time that they are loaded with, which the seed alone decides. */
  long linksOfOurTime;

  /** Links that are as they were loaded. */
  long linksAsLoaded;

  /** Counts of the graph's nodes. */
  long counts;

  /** Nodes from the graph's first on. */
  long nodes;

  /** Nodes after the graph's last. */
  long added;

  /** Nodes that are as they were loaded. */
  long nodesAsLoaded;

  void find(String sentence) {
    findings.add(sentence);
  }

  void suspect(String sentence) {
    suspicions.add(sentence);
  }

  void add(GraphTally other) {
    findings.add(other.findings);
    suspicions.add(other.suspicions);
    missing.add(other.missing);
    traces += other.traces;
    links += other.links;
    visible += other.visible;
    oldLinks += other.oldLinks;
    linksOfOurTime += other.linksOfOurTime;
    linksAsLoaded += other.linksAsLoaded;
    counts += other.counts;
    nodes += other.nodes;
    added += other.added;
    nodesAsLoaded += other.nodesAsLoaded;
  }
}
