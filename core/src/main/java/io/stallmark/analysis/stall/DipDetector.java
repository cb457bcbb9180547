package io.stallmark.analysis.stall;

import io.stallmark.analysis.trust.HealthTimes;
import io.stallmark.record.ProgressSlot;
import io.stallmark.result.StallFindings.DipSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Detects dips in the slots that belong to no stall, and adds the other slots to the history. */
final class DipDetector {

  /** A dip stays under this share of the median. */
  private static final double BELOW = 0.5;

  private static final long SHORTEST = TimeUnit.SECONDS.toNanos(1);

  /** A lower rate that lasts this long has become the usual rate. */
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(30);

  /** Number of slots that are evaluated together, because single slots vary too much. */
  private static final int WINDOW = 5;

  /**
   * Least ratio of the response time to the usual one: fewer arrivals reduce progress, but do not
   * slow transactions.
   */
  private static final double SLOWER = 1.25;

  private static final double SECOND = 1e9;

  private final StalledRole role;
  private final UsualRate history;
  private final HealthTimes health;
  private final Consumer<DipSummary> found;
  private final Deque<ProgressSlot> window = new ArrayDeque<>();
  private final List<ProgressSlot> run = new ArrayList<>(); // low slots, possibly a dip

  DipDetector(StalledRole role, UsualRate history, HealthTimes health, Consumer<DipSummary> found) {
    this.role = role;
    this.history = history;
    this.health = health;
    this.found = found;
  }

  void slot(ProgressSlot slot) {
    if (!window.isEmpty() && window.getLast().end() != slot.start()) {
      finish(); // a stall is between them
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

  private DipSummary dip() {
    double perSecond = SECOND / ProgressSlot.LENGTH;
    long start = run.get(0).start();
    long length = run.size() * ProgressSlot.LENGTH;
    long progress = run.stream().mapToLong(ProgressSlot::progress).sum();
    return new DipSummary(
        role.name(),
        role.unit().word(),
        start / SECOND,
        length / SECOND,
        progress * perSecond / run.size(),
        run.stream().mapToLong(ProgressSlot::progress).min().orElse(0) * perSecond,
        history.median() * perSecond,
        run.stream().mapToLong(ProgressSlot::longest).max().orElse(0),
        run.stream().mapToLong(ProgressSlot::unscheduled).sum() / SECOND,
        health.bound(start, length));
  }
}
