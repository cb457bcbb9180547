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

  boolean isEmpty() {
    return count == 0;
  }

  List<String> all() {
    List<String> all = new ArrayList<>(kept);
    if (count > kept.size()) {
      all.add((count - kept.size()) + " more of the kind.");
    }
    return all;
  }
}
