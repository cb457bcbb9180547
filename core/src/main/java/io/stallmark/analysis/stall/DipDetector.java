package io.stallmark.analysis.stall;

import io.stallmark.record.ProgressSlot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Finds dips in the slots that belong to no stall, and makes history of the rest. */
final class DipDetector {

  /** Of the median: what a dip stays under. */
  private static final double BELOW = 0.5;

  private static final long SHORTEST = TimeUnit.SECONDS.toNanos(1);

  /** What stays low for longer has become usual. */
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(30);

  /** Slots that are looked at together: one alone swings too much. */
  private static final int WINDOW = 5;

  /** With fewer arrivals less is done, but not more slowly. */
  private static final double SLOWER = 1.25;

  private final StalledRole role;
  private final UsualRate history;
  private final Consumer<Dip> found;
  private final Deque<ProgressSlot> window = new ArrayDeque<>();
  private final List<ProgressSlot> run = new ArrayList<>(); // low, and not yet known to be a dip

  DipDetector(StalledRole role, UsualRate history, Consumer<Dip> found) {
    this.role = role;
    this.history = history;
    this.found = found;
  }

  void slot(ProgressSlot slot) {
    if (!window.isEmpty() && window.getLast().end() != slot.start()) {
      finish(); // a stall lies between
    }
    window.add(slot);
    if (window.size() > WINDOW) {
      window.remove();
    }
    if (!isLow()) {
      close();
      history.add(slot);
    } else if (run.isEmpty()) {
      window.stream().dropWhile(this::isUsual).forEach(run::add);
    } else {
      run.add(slot);
      if (slot.end() - run.get(0).start() >= LONGEST) {
        finish();
      }
    }
  }

  void finish() {
    close();
    window.clear();
  }

  private boolean isLow() {
    long sum = window.stream().mapToLong(ProgressSlot::progress).sum();
    return history.isEnough() && window.size() == WINDOW && sum < BELOW * WINDOW * history.median();
  }

  private boolean isUsual(ProgressSlot slot) {
    return slot.progress() >= BELOW * history.median();
  }

  private void close() {
    if (run.isEmpty()) {
      return;
    }
    List<ProgressSlot> rest = new ArrayList<>();
    while (!run.isEmpty() && isUsual(run.get(run.size() - 1))) {
      rest.add(0, run.remove(run.size() - 1));
    }
    if (isDip()) {
      found.accept(dip());
      boolean lasting = run.size() * ProgressSlot.LENGTH >= LONGEST;
      if (!lasting) {
        run.clear();
      }
    }
    run.forEach(history::add);
    rest.forEach(history::add);
    run.clear();
  }

  private boolean isDip() {
    if (run.size() * ProgressSlot.LENGTH < SHORTEST) {
      return false;
    }
    double wanted = run.size() * history.mean();
    long progress = run.stream().mapToLong(ProgressSlot::progress).sum();
    long count = run.stream().mapToLong(ProgressSlot::completions).sum();
    double response =
        run.stream().mapToLong(ProgressSlot::response).sum() / Math.max(1.0, (double) count);
    return Improbability.ofFew((double) progress, wanted, history.clump())
            >= Improbability.IMPROBABLE
        && response >= SLOWER * history.response();
  }

  private Dip dip() {
    double perSecond = 1e9 / ProgressSlot.LENGTH;
    long progress = run.stream().mapToLong(ProgressSlot::progress).sum();
    return new Dip(
        role,
        run.get(0).start(),
        run.size() * ProgressSlot.LENGTH,
        progress * perSecond / run.size(),
        run.stream().mapToLong(ProgressSlot::progress).min().orElse(0) * perSecond,
        history.median() * perSecond,
        run.stream().mapToLong(ProgressSlot::longest).max().orElse(0),
        run.stream().mapToLong(ProgressSlot::held).sum());
  }
}
