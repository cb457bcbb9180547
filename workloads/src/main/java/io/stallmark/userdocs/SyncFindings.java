package io.stallmark.userdocs;

import java.util.ArrayList;
import java.util.List;

/** Owners whose scan differed from what must be there. Thread-safe. */
final class SyncFindings {

  private static final int MOST = 10;

  private final List<String> sentences = new ArrayList<>();

  /** Adds a finding, unless there are many. */
  synchronized void add(String sentence) {
    if (sentences.size() < MOST && !sentences.contains(sentence)) {
      sentences.add(sentence);
    }
  }

  synchronized List<String> sentences() {
    return List.copyOf(sentences);
  }
}
