package io.stallmark.model;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An operation: what a workload does in one round trip to the database. Typed slots mark the values
 * that change between executions. A binding compiles it to native text once, before the run.
 *
 * <p>The {@link #name} is the operation's kind in reports, golden files and {@code explain}. The
 * same operation on another table has the same name.
 */
public sealed interface Op {

  /** Kind of the operation, in lower_case. */
  String name();

  /** Slots in the order in which {@code Args} numbers them. */
  List<Param> params();

  /** Columns whose values before its change the operation returns; empty: none. */
  default List<String> replaced() {
    return List.of();
  }

  /**
   * A read of rows from one table.
   *
   * @param orderBy sort keys, most significant first; empty: any order
   * @param skip number of rows to skip before the first returned row; only with a limit
   * @param limit maximum number of rows to return, a number or a slot; null: all
   * @param index name of the index to use; null: the database chooses
   * @param forUpdate whether a later write of the same transaction finds the rows unchanged since
   *     the read, or fails with RETRY; only in a transaction
   * @param streamed whether the rows are passed on as they arrive, because all of them together can
   *     be too many for memory
   */
  record Read(
      String name,
      List<Param> params,
      Table table,
      Select select,
      Predicate where,
      List<Order> orderBy,
      long skip,
      @Nullable Value limit,
      @Nullable String index,
      boolean forUpdate,
      boolean streamed)
      implements Op {
    public Read {
      params = List.copyOf(params);
      orderBy = List.copyOf(orderBy);
    }

    public Read(String name, List<Param> params, Table table, Select select, Predicate where) {
      this(name, params, table, select, where, List.of(), 0, null, null, false, false);
    }

    /** Creates a read with the slots of the predicate, of the types of their columns. */
    public Read(String name, Table table, Select select, Predicate where) {
      this(name, where.slots(table).toList(), table, select, where);
    }

    /** Creates a read of all rows, without slots. */
    public Read(String name, Table table, Select select) {
      this(name, table, select, new Predicate.All());
    }

    public Read orderBy(String column) {
      return with(List.of(new Order(column, false)), skip, limit, index, forUpdate);
    }

    /** Returns the same read in the order of these columns, most significant first. */
    public Read orderBy(List<String> columns) {
      List<Order> order = columns.stream().map(column -> new Order(column, false)).toList();
      return with(order, skip, limit, index, forUpdate);
    }

    public Read lastBy(String column) {
      return lastBy(column, 1);
    }

    /** Returns the last rows in the order of a column, in descending order. */
    public Read lastBy(String column, long rows) {
      return with(List.of(new Order(column, true)), skip, Value.literal(rows), index, forUpdate);
    }

    /** Maximum number of rows if it is the same in every execution; 0: all, or a slot. */
    public long limitRows() {
      return limit instanceof Value.Literal rows ? rows.number() : 0;
    }

    /** Returns the same read with another maximum number of rows; 0: all. */
    public Read limit(long rows) {
      return limit(rows == 0 ? null : Value.literal(rows));
    }

    public Read limit(@Nullable Value rows) {
      return with(orderBy, skip, rows, index, forUpdate);
    }

    public Read skip(long rows) {
      return with(orderBy, rows, limit, index, forUpdate);
    }

    public Read using(String indexName) {
      return with(orderBy, skip, limit, indexName, forUpdate);
    }

    /** Returns the same read with SELECT … FOR UPDATE. */
    public Read lock() {
      return with(orderBy, skip, limit, index, true);
    }

    /** Returns the same read, whose rows are passed on as they arrive. */
    public Read streaming() {
      return new Read(
          name, params, table, select, where, orderBy, skip, limit, index, forUpdate, true);
    }

    private Read with(
        List<Order> order, long skipped, @Nullable Value most, @Nullable String by, boolean locks) {
      return new Read(
          name, params, table, select, where, order, skipped, most, by, locks, streamed);
    }
  }

  /**
   * An insert of one row or of a batch.
   *
   * @param columns columns that the insert names; the others get their {@link Column.Fill}
   * @param values one value per column; each row of a batch has a separate set of slots
   * @param rows maximum number of rows of one execution; more than 1: a batch
   * @param form how duplicate keys are handled and how the rows are sent
   * @param onConflict changes to an existing row with the same primary key, or without one the same
   *     first unique index; empty: the form decides. Only for one row of the form PLAIN. The
   *     statement's outcome says what happened.
   * @param replaced columns whose values before the change an execution passes to its sink, as a
   *     row; no row if the key did not exist. Empty: none. Only with {@code onConflict}; needs
   *     {@code Capability.OLD_VALUES}
   * @param keyed whether the statement returns the key that the database generates; only for one
   *     row that omits the AUTO_INCREMENT column
   */
  record Insert(
      String name,
      List<Param> params,
      Table table,
      List<String> columns,
      List<Value> values,
      int rows,
      Form form,
      List<Assignment> onConflict,
      List<String> replaced,
      boolean keyed)
      implements Op {

    /** How a row with an existing key is handled, and how the rows are sent. */
    public enum Form {
      /** The statement fails: INSERT, ordered insertMany. */
      PLAIN,
      /** The row is skipped: INSERT IGNORE. */
      IGNORE,
      /** The row replaces the existing one: REPLACE. */
      REPLACE,
      /**
       * The rows are sent as a stream of text. The row is skipped, as by LOAD DATA LOCAL, or the
       * statement fails, as PostgreSQL's COPY does.
       */
      STREAM,
      /**
       * The statement fails. The values of all rows are sent with the statement for one row:
       * MariaDB's COM_STMT_BULK_EXECUTE.
       */
      BULK,
      /** The statement fails after the other rows are inserted: unordered insertMany. */
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
      replaced = List.copyOf(replaced);
    }

    /** Creates an insert of the given form without changes on conflict. */
    public Insert(
        String name,
        List<Param> params,
        Table table,
        List<String> columns,
        List<Value> values,
        int rows,
        Form form) {
      this(name, params, table, columns, values, rows, form, List.of(), List.of(), false);
    }

    /** Creates an insert that fails when a key exists. */
    public Insert(
        String name,
        List<Param> params,
        Table table,
        List<String> columns,
        List<Value> values,
        int rows) {
      this(name, params, table, columns, values, rows, Form.PLAIN);
    }

    /** Creates an insert with the slots among the values, of the types of their columns. */
    public Insert(
        String name, Table table, List<String> columns, List<Value> values, int rows, Form form) {
      this(name, table.slots(columns, values), table, columns, values, rows, form);
    }

    /** Creates an insert with slots of the columns' names and types. */
    public Insert(String name, Table table, List<String> columns, int rows, Form form) {
      this(name, table, columns, columns.stream().map(Value::slot).toList(), rows, form);
    }

    /** Creates an insert that fails when a key exists, with slots of the columns' names. */
    public Insert(String name, Table table, List<String> columns, int rows) {
      this(name, table, columns, rows, Form.PLAIN);
    }

    /** Returns the same insert, which changes an existing row with the same key. */
    public Insert onConflict(Assignment... assignments) {
      return with(List.of(assignments), replaced, keyed);
    }

    /** Returns the same upsert, which passes these columns of the replaced row to its sink. */
    public Insert telling(String... columnsBefore) {
      return with(onConflict, List.of(columnsBefore), keyed);
    }

    /** Returns the same insert, whose statement returns the generated key. */
    public Insert returningKey() {
      return with(onConflict, replaced, true);
    }

    private Insert with(List<Assignment> changes, List<String> before, boolean key) {
      return new Insert(name, params, table, columns, values, rows, form, changes, before, key);
    }
  }

  /**
   * Changes every row that the predicate selects.
   *
   * @param replaced columns whose values before the change an execution passes to its sink, as a
   *     row; empty: none. Only if the predicate selects at most one row; needs {@code
   *     Capability.OLD_VALUES}
   */
  record Update(
      String name,
      List<Param> params,
      Table table,
      List<Assignment> assignments,
      Predicate where,
      List<String> replaced)
      implements Op {

    public Update {
      params = List.copyOf(params);
      assignments = List.copyOf(assignments);
      replaced = List.copyOf(replaced);
    }

    public Update(
        String name,
        List<Param> params,
        Table table,
        List<Assignment> assignments,
        Predicate where) {
      this(name, params, table, assignments, where, List.of());
    }

    /** Creates an update with the slots of the assignments, then those of the predicate. */
    public Update(String name, Table table, List<Assignment> assignments, Predicate where) {
      this(
          name,
          Stream.concat(
                  assignments.stream().flatMap(change -> change.slots(table)), where.slots(table))
              .toList(),
          table,
          assignments,
          where);
    }

    /** Returns the same update, which passes these columns of the replaced row to its sink. */
    public Update telling(String... columnsBefore) {
      return new Update(name, params, table, assignments, where, List.of(columnsBefore));
    }
  }

  /**
   * Deletes the rows that the predicate selects.
   *
   * @param firstBy column in whose order the first rows are deleted; null: every row is deleted.
   *     Needs {@code Capability.DELETE_FIRST}
   * @param rows maximum number of rows to delete; only with {@code firstBy}
   */
  record Delete(
      String name,
      List<Param> params,
      Table table,
      Predicate where,
      @Nullable String firstBy,
      long rows)
      implements Op {
    public Delete {
      params = List.copyOf(params);
    }

    /** Creates a delete of every row that the predicate selects. */
    public Delete(String name, List<Param> params, Table table, Predicate where) {
      this(name, params, table, where, null, 0);
    }

    /** Creates a delete with the slots of the predicate, of the types of their columns. */
    public Delete(String name, Table table, Predicate where) {
      this(name, where.slots(table).toList(), table, where);
    }

    /** Returns the same delete of only the first rows in the order of a column. */
    public Delete first(String column, long most) {
      return new Delete(name, params, table, where, column, most);
    }
  }

  /**
   * An operation as native text, for operations that this vocabulary cannot express. A parameter is
   * {@code :name} in SQL, and the string {@code ":name"} in a command of MongoDB.
   *
   * @param texts native text by binding name, or by {@link #SQL}; a binding without a text refuses
   *     the operation
   * @param effect category of the operation in reports
   * @param columns columns of the rows that an execution passes to its sink, found by their names;
   *     empty: all, as numbers, in the order of the result
   */
  record Native(
      String name,
      List<Param> params,
      Map<String, String> texts,
      Effect effect,
      List<Column> columns)
      implements Op {

    /** Key of the text for every SQL database whose binding has no text of its name. */
    public static final String SQL = "sql";

    /** What an execution does with rows. */
    public enum Effect {
      READ,
      WRITE,
      OTHER
    }

    public Native {
      params = List.copyOf(params);
      texts = Map.copyOf(texts);
      columns = List.copyOf(columns);
    }

    /** Creates an operation whose columns are in the order of the result. */
    public Native(String name, List<Param> params, Map<String, String> texts, Effect effect) {
      this(name, params, texts, effect, List.of());
    }

    /** Creates an operation of the category OTHER. */
    public Native(String name, List<Param> params, Map<String, String> texts) {
      this(name, params, texts, Effect.OTHER);
    }
  }
}
