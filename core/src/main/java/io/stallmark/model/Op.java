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
   * @param limit the most rows to return; 0: all
   * @param index name of the index to use, or null to leave the choice to the database
   */
  record Read(
      String name,
      List<Param> params,
      Table table,
      Select select,
      Predicate where,
      List<Order> orderBy,
      long limit,
      @Nullable String index)
      implements Op {
    public Read {
      params = List.copyOf(params);
      orderBy = List.copyOf(orderBy);
    }

    public Read(String name, List<Param> params, Table table, Select select, Predicate where) {
      this(name, params, table, select, where, List.of(), 0, null);
    }

    public Read orderBy(String column) {
      return new Read(
          name, params, table, select, where, List.of(new Order(column, false)), limit, index);
    }

    public Read lastBy(String column) {
      return lastBy(column, 1);
    }

    /** The last rows by a column, last first. */
    public Read lastBy(String column, long rows) {
      return new Read(
          name, params, table, select, where, List.of(new Order(column, true)), rows, index);
    }

    public Read limit(long rows) {
      return new Read(name, params, table, select, where, orderBy, rows, index);
    }

    public Read using(String indexName) {
      return new Read(name, params, table, select, where, orderBy, limit, indexName);
    }
  }

  /**
   * @param columns the columns given; the others take their {@link Column.Fill}
   * @param values one per column; every row of a batch has its own set of slots
   * @param rows how many rows one execution can insert at the most; more than 1 is a batch
   * @param form how the insert is worded
   */
  record Insert(
      String name,
      List<Param> params,
      Table table,
      List<String> columns,
      List<Value> values,
      int rows,
      Form form)
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
