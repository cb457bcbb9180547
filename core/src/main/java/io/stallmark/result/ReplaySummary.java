package io.stallmark.result;

import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Counts and lateness of a replay. {@code recorded = replayed + skipped + neverStarted}.
 *
 * @param skipped operations that were not sent, by reason
 * @param missing operations that were not recorded, by reason
 * @param outOfOrder operations that did not wait longer for earlier ones
 * @param compared replies that were compared with the recorded ones
 * @param same replies without a difference
 * @param different replies with a difference, by its kind in lower case
 * @param behindNanoseconds lateness because the client's previous operation ended late
 * @param heldNanoseconds lateness because an operation waited for others, for the order
 * @param oursNanoseconds lateness caused by the generator
 */
public record ReplaySummary(
    long recorded,
    long replayed,
    Map<String, Long> skipped,
    long neverStarted,
    Map<String, Long> missing,
    long outOfOrder,
    long compared,
    long same,
    Map<String, Long> different,
    LatencySummary behindNanoseconds,
    LatencySummary heldNanoseconds,
    LatencySummary oursNanoseconds) {

  public ReplaySummary {
    skipped = AbsentValue.empty(skipped);
    missing = AbsentValue.empty(missing);
    different = AbsentValue.empty(different);
  }

  /** Returns the summary of a replay. */
  public static ReplaySummary of(ReplayResult replay) {
    Map<String, Long> different = new LinkedHashMap<>();
    for (DifferenceKind kind : DifferenceKind.values()) {
      long count = replay.different(kind);
      if (count > 0) {
        different.put(kind.name().toLowerCase(Locale.ROOT), count);
      }
    }
    return new ReplaySummary(
        replay.recorded(),
        replay.replayed(),
        replay.skipped(),
        replay.neverStarted(),
        replay.gaps(),
        replay.outOfOrder(),
        replay.compared(),
        replay.same(),
        different,
        LatencySummary.of(replay.behind()),
        LatencySummary.of(replay.heldBack()),
        LatencySummary.of(replay.ours()));
  }
}
