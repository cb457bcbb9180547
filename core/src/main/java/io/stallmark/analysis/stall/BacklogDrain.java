package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Follows a stall until all that waited in it has ended, which tells how long it waited. */
final class BacklogDrain {

  /** A backlog that is not worked off by then is another matter. */
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(30);

  private final Stall stall;
  private final List<String> kinds;
  private final long[] slowest;
  private long longest;
  private boolean over;

  /**
   * @param stall as far as it is known; its longest response time is what has been seen so far
   * @param kinds names of the kinds, the transaction first
   * @param seen its slots
   */
  BacklogDrain(Stall stall, List<String> kinds, Iterable<ProgressSlot> seen) {
    this.stall = stall;
    this.kinds = kinds;
    slowest = new long[kinds.size()];
    longest = stall.longest();
    seen.forEach(this::operations);
  }

  /** The next slot, in order, from the one in which the stall ended. */
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

  /** The stall with all that is known. */
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
        stall.generatorHeld(),
        stall.counters());
  }
}
