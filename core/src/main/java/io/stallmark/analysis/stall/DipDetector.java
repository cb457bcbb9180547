package io.stallmark.analysis.stall;

import io.stallmark.record.Slot;
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

  private final History history;
  private final Consumer<Dip> found;
  private final Deque<Slot> window = new ArrayDeque<>();
  private final List<Slot> run = new ArrayList<>(); // low, and not yet known to be a dip

  DipDetector(History history, Consumer<Dip> found) {
    this.history = history;
    this.found = found;
  }

  void slot(Slot slot) {
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
    long sum = window.stream().mapToLong(Slot::completions).sum();
    return history.isEnough() && window.size() == WINDOW && sum < BELOW * WINDOW * history.median();
  }

  private boolean isUsual(Slot slot) {
    return slot.completions() >= BELOW * history.median();
  }

  private void close() {
    if (run.isEmpty()) {
      return;
    }
    List<Slot> rest = new ArrayList<>();
    while (!run.isEmpty() && isUsual(run.get(run.size() - 1))) {
      rest.add(0, run.remove(run.size() - 1));
    }
    if (isDip()) {
      found.accept(dip());
      boolean lasting = run.size() * Slot.LENGTH >= LONGEST;
      if (!lasting) {
        run.clear();
      }
    }
    run.forEach(history::add);
    rest.forEach(history::add);
    run.clear();
  }

  private boolean isDip() {
    if (run.size() * Slot.LENGTH < SHORTEST) {
      return false;
    }
    double wanted = run.size() * history.mean();
    long count = run.stream().mapToLong(Slot::completions).sum();
    double response = run.stream().mapToLong(Slot::response).sum() / Math.max(1.0, (double) count);
    return Chance.ofFew((double) count, wanted, history.clump()) >= Chance.IMPROBABLE
        && response >= SLOWER * history.response();
  }

  private Dip dip() {
    double perSecond = 1e9 / Slot.LENGTH;
    long count = run.stream().mapToLong(Slot::completions).sum();
    return new Dip(
        run.get(0).start(),
        run.size() * Slot.LENGTH,
        count * perSecond / run.size(),
        run.stream().mapToLong(Slot::completions).min().orElse(0) * perSecond,
        history.median() * perSecond,
        run.stream().mapToLong(Slot::longest).max().orElse(0),
        run.stream().mapToLong(Slot::held).sum());
  }
}
