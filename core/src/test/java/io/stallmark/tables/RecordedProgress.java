package io.stallmark.tables;

import java.util.ArrayList;
import java.util.List;

/** What a progress was told, pieces of work by name. */
class RecordedProgress implements WorkProgress {

  private final List<String> words = new ArrayList<>();
  private long rows;

  @Override
  public synchronized void workStarted(String what, long expected) {
    words.add(what + ", " + expected + " rows");
  }

  @Override
  public synchronized void workAdvanced(long count) {
    rows += count;
  }

  @Override
  public synchronized void workFound(long count) {
    words.add(count + " found");
  }

  @Override
  public synchronized void workLost(String what) {
    words.add(what);
  }

  @Override
  public synchronized void workEnded() {
    words.add("end after " + rows);
  }

  synchronized List<String> words() {
    return List.copyOf(words);
  }
}
