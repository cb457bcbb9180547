package io.stallmark.linkbench.data;

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

  /** Behaviour that the original documents. */
  public static final FidelityOptions AS_DOCUMENTED =
      new FidelityOptions(LinkSplit.EXACT, true, 1, 128, 0.3, true, true);

  /** Behaviour of the original's program, from which its published results are. */
  public static final FidelityOptions AS_CODED =
      new FidelityOptions(LinkSplit.AS_CODED, false, 2, 512, 0.003, false, false);
}
