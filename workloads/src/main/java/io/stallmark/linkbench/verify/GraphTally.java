package io.stallmark.linkbench.verify;

import io.stallmark.spi.Row;
import io.stallmark.verification.FindingList;

/** Findings and counters for a range of nodes or for all nodes. Not thread-safe. */
final class GraphTally {

  /** Violations of rules that always apply. */
  final FindingList findings = new FindingList();

  /** Violations of rules that apply if this program has loaded the graph with this seed. */
  final FindingList suspicions = new FindingList();

  /** Missing nodes; not an error if a request has deleted them. */
  final FindingList missing = new FindingList();

  /** Number of rows that show that requests have been made: changed, hidden or added rows. */
  long traces;

  /** Number of links of the graph's types and nodes. */
  long links;

  long visible;

  /** Number of links whose time is before that of any request. */
  long oldLinks;

  /** Number of these links with the time that the seed gives them. */
  long linksOfOurTime;

  /** Number of links that are as they were loaded. */
  long linksAsLoaded;

  /** Number of counts of the graph's nodes. */
  long counts;

  /** Number of nodes from the graph's first id. */
  long nodes;

  /** Number of nodes after the graph's last id. */
  long added;

  /** Number of nodes that are as they were loaded. */
  long nodesAsLoaded;

  /** Adds a finding if the row differs from its table's declaration. */
  void compare(Row row) {
    findings.addMismatch(row);
  }

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
