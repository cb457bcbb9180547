package io.stallmark.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a workload does in one round trip to the database, with typed slots for what changes between
 * executions. A binding turns it into native text once, before the run.
 *
 * <p>The {@link #name} is the operation's kind in reports, golden files and {@code explain}; the
 * same operation on another table has the same name.
 */
public sealed interface Op {

  /** The operation's kind, in lower_case. */
  String name();

  /** The slots in the order in which {@code Args} numbers them. */
  List<Param> params();

  /**
   * @param orderBy sort keys, most significant first; empty: any order
   * @param skip how many of the first rows to leave out; only with a limit
   * @param limit the most rows to return; 0: all
   * @param index name of the index to use, or null to leave the choice to the database
   * @param forUpdate whether a later write of the same transaction to a row read finds it as it was
   *     read, or the transaction fails with a RETRY; only in a transaction
   */
  record Read(
      String name,
      List<Param> params,
      Table table,
      Select select,
      Predicate where,
      List<Order> orderBy,
      long skip,
      long limit,
      @Nullable String index,
      boolean forUpdate)
      implements Op {
    public Read {
      params = List.copyOf(params);
      orderBy = List.copyOf(orderBy);
    }

    public Read(String name, List<Param> params, Table table, Select select, Predicate where) {
      this(name, params, table, select, where, List.of(), 0, 0, null, false);
    }

    public Read orderBy(String column) {
      return with(List.of(new Order(column, false)), skip, limit, index, forUpdate);
    }

    public Read lastBy(String column) {
      return lastBy(column, 1);
    }

    /** The last rows by a column, last first. */
    public Read lastBy(String column, long rows) {
      return with(List.of(new Order(column, true)), skip, rows, index, forUpdate);
    }

    public Read limit(long rows) {
      return with(orderBy, skip, rows, index, forUpdate);
    }

    public Read skip(long rows) {
      return with(orderBy, rows, limit, index, forUpdate);
    }

    public Read using(String indexName) {
      return with(orderBy, skip, limit, indexName, forUpdate);
    }

    /** SELECT … FOR UPDATE. */
    public Read lock() {
      return with(orderBy, skip, limit, index, true);
    }

    private Read with(
        List<Order> order, long skipped, long most, @Nullable String by, boolean locks) {
      return new Read(name, params, table, select, where, order, skipped, most, by, locks);
    }
  }

  /**
   * @param columns the columns given; the others take their {@link Column.Fill}
   * @param values one per column; every row of a batch has its own set of slots
   * @param rows how many rows one execution can insert at the most; more than 1 is a batch
   * @param form how the insert is worded
   * @param onConflict what becomes of the row that has the key already, by the primary key or else
   *     the first unique index; empty: what the form says. Only for one row of the plain form. What
   *     came of it is the statement's outcome.
   */
  record Insert(
      String name,
      List<Param> params,
      Table table,
      List<String> columns,
      List<Value> values,
      int rows,
      Form form,
      List<Assignment> onConflict)
      implements Op {

    /** What happens to a row whose key is there already, and how the rows travel. */
    public enum Form {
      /** It fails the statement: INSERT, insertMany in order. */
      PLAIN,
      /** It is left out: INSERT IGNORE. */
      IGNORE,
      /** It takes the place of the other: REPLACE. */
      REPLACE,
      /** It is left out; the rows travel as a stream of text: LOAD DATA LOCAL. */
      STREAM,
      /**
       * It fails the statement; the values of all rows travel behind a statement of one: MariaDB's
       * COM_STMT_BULK_EXECUTE.
       */
      BULK,
      /** It fails the statement, after the other rows are in: insertMany in any order. */
      UNORDERED
    }

    public Insert {
      params = List.copyOf(params);
      columns = List.copyOf(columns);
      values = List.copyOf(values);
      if (columns.size() != values.size()) {
        throw new IllegalArgumentException(
            name + " has " + columns.size() + " columns and " + values.size() + " values");
      }
      if (rows < 1) {
        throw new IllegalArgumentException(name + " inserts " + rows + " rows");
      }
      onConflict = List.copyOf(onConflict);
      if (!onConflict.isEmpty() && (rows > 1 || form != Form.PLAIN)) {
        throw new IllegalArgumentException(name + " changes rows by a batch or another form");
      }
    }

    /** An insert of this form. */
    public Insert(
        String name,
        List<Param> params,
        Table table,
        List<String> columns,
        List<Value> values,
        int rows,
        Form form) {
      this(name, params, table, columns, values, rows, form, List.of());
    }

    /** The same, but a row whose key is there already is changed. */
    public Insert onConflict(Assignment... assignments) {
      return new Insert(name, params, table, columns, values, rows, form, List.of(assignments));
    }

    /** An insert that fails when a key is there already. */
    public Insert(
        String name,
        List<Param> params,
        Table table,
        List<String> columns,
        List<Value> values,
        int rows) {
      this(name, params, table, columns, values, rows, Form.PLAIN);
    }
  }

  /** Changes every row that the predicate selects. */
  record Update(
      String name, List<Param> params, Table table, List<Assignment> assignments, Predicate where)
      implements Op {
    public Update {
      params = List.copyOf(params);
      assignments = List.copyOf(assignments);
    }
  }

  /** Removes every row that the predicate selects. */
  record Delete(String name, List<Param> params, Table table, Predicate where) implements Op {
    public Delete {
      params = List.copyOf(params);
    }
  }

  /**
   * The escape hatch: the native text itself, where the vocabulary does not reach.
   *
   * @param texts by binding name; a binding that is not in it refuses the operation
   */
  record Native(String name, List<Param> params, Map<String, String> texts) implements Op {
    public Native {
      params = List.copyOf(params);
      texts = Map.copyOf(texts);
    }
  }
}
