package io.stallmark.spi.workload;

import io.stallmark.model.Column;
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

  /**
   * The groups of clients of a run, at least one, in the order of {@link Workload#roles}. The first
   * is the one that options without a role's name speak of, and the run's headline.
   */
  List<Role> roles();

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
   * Rows that a transaction of the first role adds to the tables, on average, less those deleted.
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
  default Optional<LoadResumption> resumption() {
    return Optional.empty();
  }

  Verification verification();
}
