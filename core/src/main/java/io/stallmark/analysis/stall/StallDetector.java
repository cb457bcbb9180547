package io.stallmark.analysis.stall;

import io.stallmark.analysis.trust.HealthTimes;
import io.stallmark.record.ProgressSlot;
import io.stallmark.result.StallFindings.DipSummary;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Detects stalls and dips in a role's slots, which must come one by one and in order. Its memory
 * does not grow with the run. Not thread-safe.
 */
final class StallDetector {

  /** Number of response times needed before one can be unusual. */
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
   * @param health the health of the generator so far
   * @param stalls receives each stall when all transactions that it delayed have ended, in order
   * @param dips receives each dip when it is over
   */
  StallDetector(
      StallRule rule,
      StalledRole role,
      List<String> kinds,
      HealthTimes health,
      Consumer<Stall> stalls,
      Consumer<DipSummary> dips) {
    this.rule = rule;
    this.role = role;
    this.kinds = List.copyOf(kinds);
    this.stalls = stalls;
    this.dips = new DipDetector(role, history, health, dips);
  }

  /**
   * Processes the next slot.
   *
   * @param end when the run began to end and its load to decrease; {@code Long.MAX_VALUE}: not yet
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

  /** Reports the end of the run. A stall or dip in progress ends with it. */
  void finish() {
    if (candidate != null) {
      close(candidate);
      candidate = null;
    }
    dips.finish();
    aftermaths.forEach(aftermath -> stalls.accept(aftermath.result()));
    aftermaths.clear();
  }

  /** Start of the stall that is in progress; {@code Long.MAX_VALUE}: there is none. */
  long stalledSince() {
    StallCandidate current = candidate;
    return current != null && isStall(current) ? current.start() : Long.MAX_VALUE;
  }

  /** Stalls that are over, but whose delayed transactions have not all ended. */
  List<Stall> recent() {
    return aftermaths.stream().map(BacklogDrain::result).toList();
  }

  private boolean isLow(ProgressSlot slot) {
    return slot.progress() == 0 || slot.progress() < rule.below() * history.median();
  }

  private void usual(ProgressSlot slot) {
    if (!aftermaths.isEmpty()) {
      history.delayed(slot);
    }
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
            found.held());
    aftermaths.add(new BacklogDrain(stall, kinds, found.slots()));
  }

  /** Whether the candidate is long enough and too improbable to be chance. */
  private boolean isStall(StallCandidate found) {
    if (found.end() - found.start() < rule.shortest()) {
      return false;
    }
    long offered = Math.min(found.end(), over) - found.start();
    double wanted = (double) offered / ProgressSlot.LENGTH * history.mean();
    double few = Improbability.ofFew((double) found.progress(), wanted, history.clump());
    return few >= Improbability.IMPROBABLE || waitTogether(found) || waitUnusually(found);
  }

  /**
   * Whether more transactions waited for the least length of a stall than independent ones do by
   * chance. Unlike few completions, this does not depend on how completions cluster.
   */
  private boolean waitTogether(StallCandidate found) {
    double each = rule.shortest() / Math.max(1, history.response());
    return found.waitedFor(rule.shortest()) >= Math.max(2, Improbability.IMPROBABLE / each);
  }

  /**
   * Whether two operations at a time wait longer than any did before. This finds stalls of roles
   * with few completions. A single operation may be slow without a stall.
   */
  private boolean waitUnusually(StallCandidate found) {
    return history.count() >= ENOUGH_TIMES
        && Improbability.ofLong(found.bothWaited(), history.longest(), history.count())
            >= Improbability.IMPROBABLE;
  }
}
