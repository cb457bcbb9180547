package io.stallmark.sysbench;

import io.stallmark.text.Lines;
import io.stallmark.verification.RuleViolations;
import java.util.List;

/** Results of the scans of a table or of a part of it. Not thread-safe. */
final class TableTally {

  /** Increments of k that no other row of the table explains. */
  private static final long UNLIKELY = 1_000;

  final RuleViolations violations = new RuleViolations();
  final IndexTally index = new IndexTally();
  long rows;
  long lowestId = Long.MAX_VALUE;
  long highestId = Long.MIN_VALUE;

  /** Sum of the changes of k since the load. */
  private long changes;

  /** Greatest change of a k that is above all that a load gives, and the id of its row. */
  private long greatest;

  private long greatestId;

  void addRow(long id, long k) {
    rows++;
    lowestId = Math.min(lowestId, id);
    highestId = Math.max(highestId, id);
    index.addRow(id, k);
  }

  /**
   * Adds the change of a loaded row's k.
   *
   * @param beyond whether k is greater than all that a load gives
   */
  void addChange(long id, long change, boolean beyond) {
    changes += change;
    if (beyond && change > greatest) {
      greatest = change;
      greatestId = id;
    }
  }

  void add(TableTally other) {
    violations.add(other.violations);
    index.add(other.index);
    rows += other.rows;
    lowestId = Math.min(lowestId, other.lowestId);
    highestId = Math.max(highestId, other.highestId);
    changes += other.changes;
    if (other.greatest > greatest) {
      greatest = other.greatest;
      greatestId = other.greatestId;
    }
  }

  /** Findings about the whole table, one sentence each. */
  List<String> findings(String table, String indexName) {
    Lines findings = new Lines(violations.sentences());
    // An update adds 1 to a random row's k, so that one row alone is not changed so often.
    if (rows > 1 && greatest / UNLIKELY > changes - greatest) {
      findings.add(
          "a k beyond the table that updates do not explain: id=%d, %,d above the loaded one",
          greatestId, greatest);
    }
    long differences = indexName.isEmpty() ? 0 : index.differences();
    if (differences > 0) {
      String example = index.example();
      findings.add(
          "the index %s and the table differ, rows at least: %d%s",
          indexName, differences, example == null ? "" : ", for instance: " + example);
    }
    return findings.stream().map(finding -> table + ": " + finding).toList();
  }
}
