package io.stallmark.linkbench.verify;

import java.util.ArrayList;
import java.util.List;

/** Up to a thousand of them; the others are counted. Not thread-safe. */
final class Sentences {

  private static final int MOST = 1000;

  private final List<String> kept = new ArrayList<>();
  private long count;

  void add(String sentence) {
    count++;
    if (kept.size() < MOST) {
      kept.add(sentence);
    }
  }

  void add(Sentences others) {
    others.kept.forEach(this::add);
    count += others.count - others.kept.size();
  }

  /** With those that are not kept. */
  long count() {
    return count;
  }

  List<String> kept() {
    return List.copyOf(kept);
  }
}
