package io.stallmark.tpcb;

import io.stallmark.model.Op;
import java.util.List;
import java.util.stream.Stream;

/** Built-in script of pgbench: the statements of a transaction, in their order. */
enum Builtin {
  TPCB_LIKE("tpcb-like", true, true),
  /** Without the few rows of tellers and branches, for which clients wait. */
  SIMPLE_UPDATE("simple-update", true, false),
  SELECT_ONLY("select-only", false, false);

  private final String word;
  private final boolean updates;
  private final boolean updatesAll;

  Builtin(String word, boolean updates, boolean updatesAll) {
    this.word = word;
    this.updates = updates;
    this.updatesAll = updatesAll;
  }

  static List<String> names() {
    return Stream.of(values()).map(each -> each.word).toList();
  }

  static Builtin of(String word) {
    return Stream.of(values()).filter(each -> each.word.equals(word)).findFirst().orElseThrow();
  }

  /** Whether a transaction changes an account and adds a row to the history. */
  boolean updates() {
    return updates;
  }

  /** Whether a transaction also changes a teller and a branch. */
  boolean updatesAll() {
    return updatesAll;
  }

  List<Op> ops() {
    if (!updates) {
      return List.of(BankTables.SELECT_BALANCE);
    }
    return updatesAll
        ? List.of(
            BankTables.UPDATE_ACCOUNT,
            BankTables.SELECT_BALANCE,
            BankTables.UPDATE_TELLER,
            BankTables.UPDATE_BRANCH,
            BankTables.INSERT_HISTORY)
        : List.of(BankTables.UPDATE_ACCOUNT, BankTables.SELECT_BALANCE, BankTables.INSERT_HISTORY);
  }
}
