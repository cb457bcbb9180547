package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds stalls and dips in a role's slots, one by one and in order. What it keeps does not grow
 * with the run. Not thread-safe.
 */
final class StallDetector {

  /** So many response times must be known before one can be called unusual. */
  private static final int ENOUGH_TIMES = 30;

  private final StallRule rule;
  private final StalledRole role;
  private final List<String> kinds;
  private final Consumer<Stall> stalls;
  private final UsualRate history = new UsualRate();
  private final DipDetector dips;
  private final Deque<BacklogDrain> aftermaths = new ArrayDeque<>();
  private @Nullable StallCandidate candidate;
  private @Nullable ProgressSlot previous;
  private long over = Long.MAX_VALUE;

  /**
   * @param kinds names of the kinds of operation, the transaction first
   * @param stalls told of each stall when all that it delayed has ended, in order
   * @param dips told of each dip when it is over
   */
  StallDetector(
      StallRule rule,
      StalledRole role,
      List<String> kinds,
      Consumer<Stall> stalls,
      Consumer<Dip> dips) {
    this.rule = rule;
    this.role = role;
    this.kinds = List.copyOf(kinds);
    this.stalls = stalls;
    this.dips = new DipDetector(role, history, dips);
  }

  /**
   * The next slot.
   *
   * @param end when the run began to end, so that less work was there; far ahead as long as it has
   *     not
   */
  void slot(ProgressSlot slot, long end) {
    over = end;
    StallCandidate current = candidate;
    boolean empty = history.isEnough() && slot.due() < slot.end() && isLow(slot);
    if (current != null && empty) {
      current.add(slot);
    } else if (current != null) {
      current.endIn(slot);
      close(current);
      candidate = null;
      usual(slot);
    } else if (empty && slot.end() <= over) {
      candidate = new StallCandidate(previous == null ? slot : previous, slot);
    } else {
      usual(slot);
    }
    follow(slot);
    previous = slot;
  }

  /** The run has ended; what is under way ends with it. */
  void finish() {
    if (candidate != null) {
      close(candidate);
      candidate = null;
    }
    dips.finish();
    aftermaths.forEach(aftermath -> stalls.accept(aftermath.result()));
    aftermaths.clear();
  }

  /** Since when the run is in a stall; far ahead: it is in none. */
  long stalledSince() {
    StallCandidate current = candidate;
    return current != null && isStall(current) ? current.start() : Long.MAX_VALUE;
  }

  /** Stalls that are over while what they delayed has not all ended. */
  List<Stall> recent() {
    return aftermaths.stream().map(BacklogDrain::result).toList();
  }

  private boolean isLow(ProgressSlot slot) {
    return slot.progress() == 0 || slot.progress() < rule.below() * history.median();
  }

  private void usual(ProgressSlot slot) {
    if (slot.end() <= over) {
      dips.slot(slot);
    }
  }

  private void follow(ProgressSlot slot) {
    aftermaths.forEach(aftermath -> aftermath.slot(slot));
    while (!aftermaths.isEmpty() && aftermaths.getFirst().isOver()) {
      stalls.accept(aftermaths.removeFirst().result());
    }
  }

  private void close(StallCandidate found) {
    if (!isStall(found)) {
      found.slots().forEach(this::usual);
      return;
    }
    double perSecond = 1e9 / ProgressSlot.LENGTH;
    Stall stall =
        new Stall(
            role,
            found.start(),
            found.end() - found.start(),
            found.fewest() * perSecond,
            history.median() * perSecond,
            found.waiting() + found.completions(),
            Math.max(found.longest(), found.end() - Math.min(found.end(), found.due())),
            List.of(),
            found.held(),
            List.of());
    aftermaths.add(new BacklogDrain(stall, kinds, found.slots()));
  }

  /** Long enough, and not to be put down to chance. */
  private boolean isStall(StallCandidate found) {
    if (found.end() - found.start() < rule.shortest()) {
      return false;
    }
    long offered = Math.min(found.end(), over) - found.start();
    double wanted = (double) offered / ProgressSlot.LENGTH * history.mean();
    double few = Improbability.ofFew((double) found.progress(), wanted, history.clump());
    return few >= Improbability.IMPROBABLE || waitUnusually(found);
  }

  /**
   * Where completions are few anyway: two operations at a time wait longer than any is known to.
   * One alone may be slow for reasons of its own.
   */
  private boolean waitUnusually(StallCandidate found) {
    return history.count() >= ENOUGH_TIMES
        && Improbability.ofLong(found.bothWaited(), history.longest(), history.count())
            >= Improbability.IMPROBABLE;
  }
}
