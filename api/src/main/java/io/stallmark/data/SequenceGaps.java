package io.stallmark.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a sequence that several machines have left out. Number n belongs to machine n mod
 * machines, counted from the first. At the end, some machines are ahead of others. Thread-safe.
 */
public final class SequenceGaps {

  private static final String MACHINE = "machine";
  private static final String MACHINES = "machines";
  private static final String NEXT = "next";
  private static final String UNFINISHED = "unfinished.";

  private final long first;
  private final long most;
  private final Map<Integer, Long> next = new TreeMap<>(); // by machine; absent: it was lost
  private final List<Long> unfinished = new ArrayList<>();
  private int machines; // 0: none has reported
  private long filled;
  private int ofUnfinished; // index of the one that is taken next
  private int machine; // whose gap is taken next
  private long taken; // number of its gaps that were taken

  /** What is known of a number. */
  public enum State {
    /** No machine has begun with it. */
    UNTOUCHED,
    /** A machine has begun with it, and has not finished. */
    UNFINISHED,
    /** It belongs to a machine that was lost. */
    UNKNOWN
  }

  /** A number that is left out, or may be. */
  public record Gap(long number, State state) {}

  /**
   * @param first first number of the sequence
   * @param most numbers are smaller than this one
   */
  public SequenceGaps(long first, long most) {
    this.first = first;
    this.most = most;
  }

  /**
   * What a machine reports at the end.
   *
   * @param next its first number with which it has not begun
   * @param unfinished smaller numbers that it has not finished
   */
  public static Map<String, Long> report(
      int machine, int machines, long next, Collection<Long> unfinished) {
    Map<String, Long> report = new HashMap<>();
    report.put(MACHINE, (long) machine);
    report.put(MACHINES, (long) machines);
    report.put(NEXT, next);
    unfinished.forEach(number -> report.put(UNFINISHED + number, number));
    return report;
  }

  /** Adds the {@link #report} of a machine. */
  public synchronized void add(Map<String, Long> report) {
    machines = report.getOrDefault(MACHINES, 0L).intValue();
    next.put(report.getOrDefault(MACHINE, 0L).intValue(), report.getOrDefault(NEXT, first));
    report.forEach(
        (name, number) -> {
          if (name.startsWith(UNFINISHED)) {
            unfinished.add(number);
          }
        });
  }

  /** Whether the sequence was dealt out to several machines, which have reported. */
  public synchronized boolean areKnown() {
    return machines > 0;
  }

  /** Number after the last one with which a machine has begun, as far as known. */
  private long end() {
    long end = first;
    for (long each : next.values()) {
      end = Math.max(end, each - machines + 1);
    }
    return Math.min(end, most);
  }

  private long from(int each) {
    return next.getOrDefault(each, first + each);
  }

  /** Number of gaps that a machine has left behind its last number. */
  private long gaps(int each, long end) {
    return Math.max(0, (end - from(each) + machines - 1) / machines);
  }

  /** How many numbers are left out now, or may be. */
  public synchronized long count() {
    long count = unfinished.size() - filled;
    long end = end();
    for (int each = 0; each < machines; each++) {
      count += gaps(each, end);
    }
    return count;
  }

  /** Takes a number to fill in; null: there is none left. */
  public synchronized @Nullable Gap take() {
    if (ofUnfinished < unfinished.size()) {
      return new Gap(unfinished.get(ofUnfinished++), State.UNFINISHED);
    }
    long end = end();
    while (machine < machines) {
      if (taken < gaps(machine, end)) {
        State state = next.containsKey(machine) ? State.UNTOUCHED : State.UNKNOWN;
        return new Gap(from(machine) + taken++ * machines, state);
      }
      machine++;
      taken = 0;
    }
    return null;
  }

  /** Notes that a number that was taken is filled in. */
  public synchronized void filled() {
    filled++;
  }

  /** First number that is left out, or may be. */
  public synchronized long settled() {
    long settled = end();
    if (count() > 0) {
      for (int each = 0; each < machines; each++) {
        settled = Math.min(settled, from(each));
      }
      for (long number : unfinished) {
        settled = Math.min(settled, number);
      }
    }
    return settled;
  }
}
