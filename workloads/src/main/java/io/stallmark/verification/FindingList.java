package io.stallmark.verification;

import io.stallmark.spi.Row;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** Adds a sentence that is formatted as by {@link Text#format}. */
  public void add(String format, @Nullable Object... values) {
    add(Text.format(format, values));
  }

  /** Adds how a row differs from what was asked for, if it does. Returns whether it does. */
  public boolean addMismatch(Row row) {
    String mismatch = row.mismatch();
    if (mismatch != null) {
      add(mismatch);
    }
    return mismatch != null;
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
