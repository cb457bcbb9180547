package io.stallmark.verification;

import java.util.ArrayList;
import java.util.List;

/**
 * Findings of a verification, one sentence each. Keeps the first 1000 and counts the rest.
 * Thread-safe.
 */
public final class FindingList {

  private static final int MOST = 1000;

  private final List<String> kept = new ArrayList<>();
  private long count;

  public synchronized void add(String sentence) {
    count++;
    if (kept.size() < MOST) {
      kept.add(sentence);
    }
  }

  public synchronized void add(FindingList others) {
    others.kept().forEach(this::add);
    count += others.count() - others.kept().size();
  }

  /** Number of all findings, including those that are not kept. */
  public synchronized long count() {
    return count;
  }

  public synchronized List<String> kept() {
    return List.copyOf(kept);
  }
}
