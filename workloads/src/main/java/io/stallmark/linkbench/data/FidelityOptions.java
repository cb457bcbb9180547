package io.stallmark.linkbench.data;

/**
 * Where LinkBench's program differs from what it says of itself: which of the two is followed.
 *
 * @param split of a node's links among the types
 * @param ownWriteLaw whether the ids of link writes that do not follow the degrees have their own
 *     law; the original gives them that of the reads, as it looks for the setting under a wrong
 *     name
 * @param leastMultiget links that a multiget asks for at least: 1, or 2 as the original rounds
 * @param linkMotif bytes of the sample that links' data repeats: the 128 of the original's
 *     configuration, or the 512 that it uses as it overlooks that setting
 * @param history share of range reads that page on in a long list: 0.3, or 0.003 as the original
 *     takes its 0.3 for a percentage
 * @param remembersAgain whether a long list that a client has forgotten, at its end or for another,
 *     can be remembered again; the original goes on taking most of those for known
 * @param countsNodeVersions whether each change of a node increments its version, or sets it to 2
 */
public record FidelityOptions(
    LinkSplit split,
    boolean ownWriteLaw,
    int leastMultiget,
    int linkMotif,
    double history,
    boolean remembersAgain,
    boolean countsNodeVersions) {

  /** What the original says it does. */
  public static final FidelityOptions AS_DOCUMENTED =
      new FidelityOptions(LinkSplit.EXACT, true, 1, 128, 0.3, true, true);

  /** What the original does, and published figures are of. */
  public static final FidelityOptions AS_CODED =
      new FidelityOptions(LinkSplit.AS_CODED, false, 2, 512, 0.003, false, false);
}
