package io.stallmark.spi.workload;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A workload with its settings resolved. Thread-safe. */
public interface Scenario {

  List<Table> tables();

  /** Every operation a client sends, once each (for one table), in the order of a transaction. */
  List<Op> ops();

  /**
   * The kinds of transaction that its clients do; each has counts and latencies of its own in the
   * results, beside those of all transactions and of every statement. Names in lower_case, none of
   * them an operation's; empty: all transactions are alike. A client says which one it did, see
   * {@link Client#kind}.
   */
  default List<String> transactionKinds() {
    return List.of();
  }

  /** Whether a transaction is wrapped into begin and commit, which are then recorded too. */
  boolean transactional();

  /** What the results must say of the settings as resolved for this database; whole sentences. */
  List<String> warnings();

  /**
   * Rows that a load puts into a table; 0: none; {@code Long.MAX_VALUE}: so many or more.
   *
   * @param table one of {@link #tables}, told by its name: storage options may have been added
   */
  long rows(Table table);

  /**
   * Bytes of a row's values, on average, as an estimate of sizes takes them. As long as the table
   * does not say how much of a column is filled, all of it is.
   */
  default long rowBytes(Table table) {
    return table.columns().stream().map(Column::type).mapToLong(Type::mostBytes).sum();
  }

  /**
   * Rows that a transaction of a run adds to the tables, on average; 0: as many as it takes away.
   */
  default double rowsPerTransaction() {
    return 0;
  }

  /** Rows that each table must have before a run; empty: any number will do. */
  OptionalLong requiredRows();

  /** Whether a load creates the secondary indexes when the rows are in. */
  boolean indexesAfterLoad();

  /**
   * Whether a load has put all its rows into a table, so that its indexes can be made while others
   * are still filled. Asked after each step of every loader; false: not before all of them are
   * done.
   */
  default boolean isFull(Table table) {
    return false;
  }

  /**
   * Looks at the tables when they are there and before the first client is made: where a run has to
   * go on. Not measured.
   */
  default void begin(Session session) throws DbException {}

  /** A share of a load into tables that hold no rows. */
  Loader loader(Session session, Slice slice) throws DbException;

  /**
   * How a load that ended early goes on when it is asked for again; empty: it does not, and its
   * tables are dropped when it ends early.
   */
  default Optional<Resumption> resumption() {
    return Optional.empty();
  }

  Client client(Session session, Slice slice) throws DbException;

  Verification verification();
}
