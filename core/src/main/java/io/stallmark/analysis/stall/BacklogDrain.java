package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Follows a stall until all transactions that waited in it have ended, to determine how long they
 * waited.
 */
final class BacklogDrain {

  /** Maximum time after the end of a stall; a backlog that remains longer has another cause. */
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(30);

  private final Stall stall;
  private final List<String> kinds;
  private final long[] slowest;
  private long longest;
  private boolean over;

  /**
   * @param stall the stall as known so far; its longest response time is the longest seen so far
   * @param kinds names of the kinds, the transaction first
   * @param seen slots of the stall
   */
  BacklogDrain(Stall stall, List<String> kinds, Iterable<ProgressSlot> seen) {
    this.stall = stall;
    this.kinds = kinds;
    slowest = new long[kinds.size()];
    longest = stall.longest();
    seen.forEach(this::operations);
  }

  /** Processes the next slot. Slots come in order, from the one in which the stall ended. */
  void slot(ProgressSlot slot) {
    if (slot.longest() >= slot.start() - stall.end()) {
      longest = Math.max(longest, slot.longest());
    }
    operations(slot);
    boolean noneLeft = slot.due() >= stall.end();
    over = noneLeft || slot.end() - stall.end() >= LONGEST;
  }

  private void operations(ProgressSlot slot) {
    for (int kind = 1; kind < slot.slowest().size(); kind++) {
      long took = slot.slowest().get(kind);
      boolean held = took >= stall.length() / 2 && slot.end() - took < stall.end();
      if (held) {
        slowest[kind] = Math.max(slowest[kind], took);
      }
    }
  }

  boolean isOver() {
    return over;
  }

  /** The stall, completed with the longest response time and the delayed operations. */
  Stall result() {
    List<String> hit =
        IntStream.range(1, slowest.length)
            .boxed()
            .filter(kind -> slowest[kind] > 0)
            .sorted(Comparator.comparingLong((Integer kind) -> slowest[kind]).reversed())
            .map(kinds::get)
            .toList();
    return new Stall(
        stall.role(),
        stall.start(),
        stall.length(),
        stall.lowest(),
        stall.usual(),
        stall.delayed(),
        longest,
        hit,
        stall.generatorHeld());
  }
}
