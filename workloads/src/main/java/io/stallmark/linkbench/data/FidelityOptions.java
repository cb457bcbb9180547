package io.stallmark.linkbench.data;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Choices where LinkBench's program differs from its documentation.
 *
 * @param split division of a node's links among the link types
 * @param ownWriteLaw whether link writes that are independent of the degrees have a separate
 *     distribution of ids; the original uses that of reads, as it looks up the setting under a
 *     wrong name
 * @param leastMultiget minimum number of links of a multiget: 1, or 2 as the original rounds
 * @param linkMotif size in bytes of the sample that link data repeats: 128 as in the original's
 *     configuration, or 512 as its program, which ignores that setting
 * @param history fraction of range reads that continue an earlier list: 0.3, or 0.003 as the
 *     original, which takes 0.3 as a percentage
 * @param remembersAgain whether a client can remember a long list again after it has read the list
 *     to its end or replaced it; the original never remembers most of them again
 * @param countsNodeVersions whether each update of a node increments its version; otherwise it sets
 *     the version to 2
 */
public record FidelityOptions(
    LinkSplit split,
    boolean ownWriteLaw,
    int leastMultiget,
    int linkMotif,
    double history,
    boolean remembersAgain,
    boolean countsNodeVersions) {

  private static final String AS_CODED_WORD = "as-coded";
  private static final String AS_DOCUMENTED_WORD = "as-documented";

  /**
   * Setting of one choice.
   *
   * @param documented value for the documented behaviour
   * @param coded value for the behaviour of the original's program
   */
  public record Choice(String setting, String documented, String coded, String help) {}

  /** Settings of all choices. */
  public static final List<Choice> CHOICES =
      List.of(
          new Choice(
              "split", "exact", AS_CODED_WORD, "how a node's links are split among the types"),
          new Choice(
              "write-uncorr",
              AS_DOCUMENTED_WORD,
              AS_CODED_WORD,
              "distribution of the ids of link writes; as-coded: that of the reads"),
          new Choice("multiget-min", "1", "2", "minimum ids of a multiget"),
          new Choice(
              "motif", "128", "512", "length of the pattern that repeats in link data, bytes"),
          new Choice("history", "30%", "0.3%", "share of lists that continue a long list"),
          new Choice(
              "list-memory",
              AS_DOCUMENTED_WORD,
              AS_CODED_WORD,
              "as-coded: a client permanently forgets most long lists"),
          new Choice(
              "node-version",
              AS_DOCUMENTED_WORD,
              AS_CODED_WORD,
              "version of an updated node: incremented; as-coded: 2"));

  /** Behaviour that the original documents. */
  public static final FidelityOptions AS_DOCUMENTED = of(Set.of());

  /** Behaviour of the original's program, from which its published results are. */
  public static final FidelityOptions AS_CODED =
      of(CHOICES.stream().map(Choice::setting).collect(Collectors.toSet()));

  /**
   * @param coded settings whose behaviour is that of the original's program
   */
  public static FidelityOptions of(Set<String> coded) {
    return new FidelityOptions(
        coded.contains("split") ? LinkSplit.AS_CODED : LinkSplit.EXACT,
        !coded.contains("write-uncorr"),
        coded.contains("multiget-min") ? 2 : 1,
        coded.contains("motif") ? 512 : 128,
        coded.contains("history") ? 0.003 : 0.3,
        !coded.contains("list-memory"),
        !coded.contains("node-version"));
  }
}
