package io.stallmark.verification;

import io.stallmark.text.Text;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows that break rules: for each rule their number and the lowest key. Not thread-safe. */
public final class RuleViolations {

  /** Number of rows and lowest key. */
  private record Rows(long count, long lowestKey) {
    private Rows and(Rows other) {
      return new Rows(count + other.count, Math.min(lowestKey, other.lowestKey));
    }
  }

  private final Map<String, Rows> byRule = new TreeMap<>();

  /**
   * Adds rows that break a rule.
   *
   * @param rule sentence about them, with {@code %d} for their number, then for the lowest key
   * @param count number of rows; at least 1
   * @param key lowest key of these rows
   */
  public void add(String rule, long count, long key) {
    byRule.merge(rule, new Rows(count, key), Rows::and);
  }

  public void add(RuleViolations other) {
    other.byRule.forEach((rule, rows) -> byRule.merge(rule, rows, Rows::and));
  }

  /** One sentence for each broken rule. */
  public List<String> sentences() {
    return byRule.entrySet().stream()
        .map(e -> Text.format(e.getKey(), e.getValue().count, e.getValue().lowestKey))
        .toList();
  }
}
