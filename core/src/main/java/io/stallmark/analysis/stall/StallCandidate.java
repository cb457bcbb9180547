package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/** Consecutive slots with almost no progress while work was waiting; possibly a stall. */
final class StallCandidate {

  private final long start;
  private final Deque<ProgressSlot> slots = new ArrayDeque<>(); // the most recent slots
  private final ProgressSlot before;
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
   * @param before slot before the first
   * @param first first slot of the candidate
   */
  StallCandidate(ProgressSlot before, ProgressSlot first) {
    this.before = before;
    this.first = first;
    long edge = before.last(); // the slot's start when it has no progress
    if (first.progress() > 0 && first.last() - first.start() <= ProgressSlot.LENGTH / 2) {
      edge = first.last();
    }
    start = Math.max(edge, Math.min(first.due(), first.end()));
    newest = first;
    held = overlap(before);
    add(first);
  }

  private long overlap(ProgressSlot before) {
    return Math.min(before.unscheduled(), Math.max(0, before.end() - start));
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
    held += slot.unscheduled();
    longest = Math.max(longest, slot.longest());
  }

  long start() {
    return start;
  }

  /** Ends the candidate. The following slot does not belong to it, except for its beginning. */
  void endIn(ProgressSlot after) {
    boolean busyAtLast =
        newest.progress() > 0 && newest.first() - newest.start() >= ProgressSlot.LENGTH / 2;
    if (busyAtLast && slots.size() > 1) {
      end = newest.first();
    } else if (after.progress() > 0) {
      end = after.first();
      waiting = Math.max(waiting, after.waiting());
      held += Math.min(after.unscheduled(), end - after.start());
    }
  }

  /** End of the candidate, or its end so far. */
  long end() {
    return end;
  }

  /** Progress in it, in the role's unit. */
  long progress() {
    return progress - outside(ProgressSlot::progress);
  }

  /** Number of transactions that succeeded in it. */
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

  /** Intended start of its oldest transaction. */
  long due() {
    return due;
  }

  /** How long at least two transactions in flight waited, nanoseconds. */
  long bothWaited() {
    return bothWaited;
  }

  /** Largest number of transactions that waited at the same time. */
  long waiting() {
    return waiting;
  }

  /**
   * Number of transactions that waited in it for at least {@code least} nanoseconds. Within a slot,
   * their number is assumed to increase steadily.
   */
  double waitedFor(long least) {
    long moment = end - least;
    double waited = before.waiting() - before.completions();
    double most = before.end() <= moment ? waited : 0;
    for (ProgressSlot slot : slots) {
      if (slot.start() < moment) {
        double part = Math.min(1, (double) (moment - slot.start()) / ProgressSlot.LENGTH);
        double now = slot.waiting() - slot.completions();
        most = Math.max(most, waited + part * (now - waited));
        waited = now;
      }
    }
    return Math.max(0, most - completions());
  }

  long held() {
    return held;
  }

  /** Its slots, in order; of a long candidate the most recent ones. */
  Collection<ProgressSlot> slots() {
    return List.copyOf(slots);
  }

  long longest() {
    return longest;
  }
}
