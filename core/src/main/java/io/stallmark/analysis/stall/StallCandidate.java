package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/** Slots in which next to nothing was done while work was waiting; perhaps they are a stall. */
final class StallCandidate {

  private final long start;
  private final Deque<ProgressSlot> slots = new ArrayDeque<>(); // the last of them
  private final ProgressSlot first;
  private ProgressSlot newest;
  private long end;
  private long fewest = Long.MAX_VALUE;
  private long progress;
  private long completions;
  private long due = ProgressSlot.NONE;
  private long bothWaited;
  private long waiting;
  private long held;
  private long longest;

  /**
   * @param before the slot before the first
   */
  StallCandidate(ProgressSlot before, ProgressSlot first) {
    this.first = first;
    long edge = before.last(); // its start when it is as empty
    if (first.progress() > 0 && first.last() - first.start() <= ProgressSlot.LENGTH / 2) {
      edge = first.last();
    }
    start = Math.max(edge, Math.min(first.due(), first.end()));
    newest = first;
    held = overlap(before);
    add(first);
  }

  private long overlap(ProgressSlot before) {
    return Math.min(before.held(), Math.max(0, before.end() - start));
  }

  void add(ProgressSlot slot) {
    newest = slot;
    end = slot.end();
    slots.add(slot);
    if (slots.size() > UsualRate.SIZE) {
      slots.remove();
    }
    fewest = Math.min(fewest, slot.progress());
    progress += slot.progress();
    completions += slot.completions();
    due = Math.min(due, slot.due());
    bothWaited = Math.max(bothWaited, slot.end() - Math.min(slot.second(), slot.end()));
    waiting = Math.max(waiting, slot.waiting());
    held += slot.held();
    longest = Math.max(longest, slot.longest());
  }

  long start() {
    return start;
  }

  /** The slot that follows does not belong to it, but for its beginning. */
  void endIn(ProgressSlot after) {
    boolean busyAtLast =
        newest.progress() > 0 && newest.first() - newest.start() >= ProgressSlot.LENGTH / 2;
    if (busyAtLast && slots.size() > 1) {
      end = newest.first();
    } else if (after.progress() > 0) {
      end = after.first();
      waiting = Math.max(waiting, after.waiting());
      held += Math.min(after.held(), end - after.start());
    }
  }

  /** Where it ended, or where it has got to. */
  long end() {
    return end;
  }

  /** What was done in it, in the role's unit. */
  long progress() {
    return progress - outside(ProgressSlot::progress);
  }

  /** Transactions that ended in it. */
  long completions() {
    return completions - outside(ProgressSlot::completions);
  }

  private long outside(ToLongFunction<ProgressSlot> of) {
    long outside = start == first.last() ? of.applyAsLong(first) : 0;
    return end == newest.first() && newest.start() > first.start()
        ? outside + of.applyAsLong(newest)
        : outside;
  }

  long fewest() {
    return fewest;
  }

  /** Since when its oldest transaction had been due. */
  long due() {
    return due;
  }

  /** How long at least two transactions waited that clients were busy with. */
  long bothWaited() {
    return bothWaited;
  }

  /** The most transactions that waited at a time. */
  long waiting() {
    return waiting;
  }

  long held() {
    return held;
  }

  /** Its slots, in order; of a long one the last. */
  Collection<ProgressSlot> slots() {
    return List.copyOf(slots);
  }

  long longest() {
    return longest;
  }
}
