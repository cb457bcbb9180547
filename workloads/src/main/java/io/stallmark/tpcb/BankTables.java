package io.stallmark.tpcb;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Native.Effect;
import io.stallmark.model.Param;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.text.Text;
import java.util.List;
import java.util.Map;

/** The tables of pgbench, and the statements of its built-in scripts. */
final class BankTables {

  static final int TELLERS = 10;
  static final int ACCOUNTS = 100_000;

  /** Number of characters of an account's filler, all spaces. */
  static final int FILLER = 84;

  private static final int BRANCH_FILLER = 88;
  private static final int HISTORY_FILLER = 22;

  static final Table BRANCH =
      table(
          "pgbench_branches",
          List.of("bid"),
          key("bid"),
          number("bbalance"),
          filler(BRANCH_FILLER));

  static final Table TELLER =
      table(
          "pgbench_tellers",
          List.of("tid"),
          key("tid"),
          number("bid"),
          number("tbalance"),
          filler(FILLER));

  static final Table ACCOUNT =
      table(
          "pgbench_accounts",
          List.of("aid"),
          key("aid"),
          number("bid"),
          number("abalance"),
          filler(FILLER));

  static final Table HISTORY =
      table(
          "pgbench_history",
          List.of(),
          number("tid"),
          number("bid"),
          number("aid"),
          number("delta"),
          new Column("mtime", Type.TIMESTAMP, Fill.NULL),
          filler(HISTORY_FILLER));

  /** In the order in which they are loaded. */
  static final List<Table> ALL = List.of(BRANCH, TELLER, ACCOUNT, HISTORY);

  /** Slots: delta, aid. */
  static final Op UPDATE_ACCOUNT = update("update_account", ACCOUNT, "abalance");

  /** Slots: delta, tid. */
  static final Op UPDATE_TELLER = update("update_teller", TELLER, "tbalance");

  /** Slots: delta, bid. */
  static final Op UPDATE_BRANCH = update("update_branch", BRANCH, "bbalance");

  /** Slots: aid. */
  static final Op SELECT_BALANCE =
      new Op.Native(
          "select_balance",
          List.of(param("aid")),
          Map.of(
              Op.Native.SQL,
              "SELECT abalance FROM pgbench_accounts WHERE aid = :aid",
              "mongo",
              "{find: 'pgbench_accounts', filter: {_id: ':aid'}, projection: {_id: 0, abalance: 1},"
                  + " singleBatch: true, limit: 1}"),
          Effect.READ);

  /** Slots: tid, bid, aid, delta, mtime, which only a database without its own clock needs. */
  static final Op INSERT_HISTORY =
      new Op.Native(
          "insert_history",
          List.of(
              param("tid"),
              param("bid"),
              param("aid"),
              param("delta"),
              new Param("mtime", Type.TIMESTAMP)),
          Map.of(
              Op.Native.SQL,
              "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)"
                  + " VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP)",
              "mongo",
              "{insert: 'pgbench_history', documents: [{tid: ':tid', bid: ':bid', aid: ':aid',"
                  + " delta: ':delta', mtime: ':mtime'}]}"),
          Effect.WRITE);

  private BankTables() {}

  static boolean isAccounts(Table table) {
    return table.name().equals(ACCOUNT.name());
  }

  static boolean isBranches(Table table) {
    return table.name().equals(BRANCH.name());
  }

  private static Table table(String name, List<String> primaryKey, Column... columns) {
    return new Table(name, List.of(columns), primaryKey, List.of(), Map.of());
  }

  private static Column key(String name) {
    return new Column(name, Type.INT32, Fill.REQUIRED);
  }

  private static Column number(String name) {
    return new Column(name, Type.INT32, Fill.NULL);
  }

  private static Column filler(int length) {
    return new Column("filler", new Type.Text(length), Fill.NULL);
  }

  static Param param(String name) {
    return new Param(name, Type.INT32);
  }

  private static Op update(String name, Table table, String balance) {
    String key = table.primaryKey().get(0);
    return new Op.Native(
        name,
        List.of(param("delta"), param(key)),
        Map.of(
            Op.Native.SQL,
            Text.format(
                "UPDATE %1$s SET %2$s = %2$s + :delta WHERE %3$s = :%3$s",
                table.name(), balance, key),
            "mongo",
            Text.format(
                "{update: '%s', updates: [{q: {_id: ':%s'}, u: {$inc: {%s: ':delta'}}}]}",
                table.name(), key, balance)),
        Effect.WRITE);
  }

  /** Number of rows of a table for each branch; 0: a load inserts none. */
  static int rowsOfBranch(Table table) {
    return switch (table.name()) {
      case "pgbench_branches" -> 1;
      case "pgbench_tellers" -> TELLERS;
      case "pgbench_accounts" -> ACCOUNTS;
      default -> 0;
    };
  }

  /** Insert of rows of a load. Slots: the key, the branch unless it is the key, then a filler. */
  static Op.Insert load(Table table, int rows) {
    List<Column> columns =
        table.columns().subList(0, isAccounts(table) ? 4 : table.columns().size() - 1);
    return new Op.Insert(
        "load_" + table.name().substring("pgbench_".length()),
        table,
        columns.stream().map(Column::name).toList(),
        rows);
  }
}
