package io.stallmark.mysql.replay;

import io.stallmark.mysql.sql.SqlFingerprint;
import java.util.Set;

/**
 * Remembers that the connection of a transaction was lost, until the recorded session ends the
 * transaction. Otherwise each of its further statements would be a transaction on the next
 * connection. For one thread.
 */
final class LostTransaction {

  /** What a statement does with the transaction of its session. */
  enum Step {
    /** Begins one, and commits an open one. */
    BEGINS,
    /** Commits it, or rolls it back. */
    ENDS,
    /** Commits an open one, and has another purpose. */
    COMMITS_FIRST,
    /** Concerns the session, not the transaction. */
    SETTING,
    /** Belongs to it. */
    WITHIN
  }

  private static final Set<String> DEFINITIONS =
      Set.of("alter", "create", "drop", "grant", "lock", "rename", "revoke", "truncate");

  private boolean lost;

  /** Returns what a statement does. */
  static Step step(String sql) {
    String text = new SqlFingerprint(sql).text();
    int space = text.indexOf(' ');
    String word = space < 0 ? text : text.substring(0, space);
    return switch (word) {
      case "begin", "start" -> Step.BEGINS;
      case "commit", "rollback" ->
          text.contains(" to ") || text.endsWith(" and chain") ? Step.WITHIN : Step.ENDS;
      case "set" -> text.startsWith("set autocommit") ? Step.COMMITS_FIRST : Step.SETTING;
      case "use" -> Step.SETTING;
      default ->
          DEFINITIONS.contains(word) && !text.startsWith(word + " temporary")
              ? Step.COMMITS_FIRST
              : Step.WITHIN;
    };
  }

  boolean isLost() {
    return lost;
  }

  /**
   * Accepts a statement whose connection was lost, or could not be established.
   *
   * @param open whether the transaction was open before, or the session does not commit by itself
   */
  void failed(Step step, boolean open) {
    lost =
        switch (step) {
          case BEGINS -> true;
          case ENDS, COMMITS_FIRST -> false;
          case SETTING, WITHIN -> lost || open;
        };
  }

  /** Accepts the next statement. Returns whether it must be skipped. */
  boolean skips(Step step) {
    boolean skipped = lost && (step == Step.WITHIN || step == Step.ENDS);
    if (step == Step.BEGINS || step == Step.ENDS || step == Step.COMMITS_FIRST) {
      lost = false;
    }
    return skipped;
  }
}
