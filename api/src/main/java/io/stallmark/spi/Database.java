package io.stallmark.spi;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.server.Usage;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An open database, created by {@link Binding#open}. Thread-safe, except where noted. */
public interface Database extends AutoCloseable {

  /**
   * Capabilities of this server for tables of the given layout and storage, found by trial or
   * reported by the server.
   *
   * @param storage storage options as in {@link Table#storage}
   */
  Set<Capability> capabilities(TableLayout layout, Map<String, String> storage) throws DbException;

  /**
   * Facts about the server that explain a result, durability first.
   *
   * @param tables tables of the workload, so that warnings concern their storage only; they may not
   *     exist yet. Empty: the tables are not known.
   */
  Facts facts(List<Table> tables) throws DbException;

  /**
   * Whether the database can create and drop tables. If not, they exist already: a load only
   * inserts rows and cannot be resumed, and to drop a table is refused.
   */
  default boolean createsTables() {
    return true;
  }

  /** Compares an existing table with its declaration: columns, primary key, indexes, storage. */
  TableState inspect(Table table) throws DbException;

  /**
   * Describes a table that exists, so that operations on it can be prepared. Columns that the
   * server computes are omitted; other types than the model's are {@link
   * io.stallmark.model.Type.Other}.
   *
   * @return a table with the layout {@link TableLayout.Existing}
   * @throws DbException of kind UNFIT, if the table does not exist or cannot be described
   */
  default Table describe(String name) throws DbException {
    throw DbException.unfit("TABLE", "Existing tables cannot be used on this database");
  }

  /**
   * Columns and primary key of a table of the user's, as far as they are known without a
   * declaration, for a first look. Types are those of {@link #describe}, less exact. Names are as
   * in a statement of the user's: in quotes where they need them.
   *
   * @throws DbException of kind UNFIT, if the table does not exist or nothing is known of it
   */
  default Table outline(String name) throws DbException {
    throw DbException.unfit("TABLE", "Nothing is known of the columns of tables on this database");
  }

  /** Creates the table with its primary key, without its secondary indexes. */
  void create(Table table) throws DbException;

  /** Creates the table's secondary indexes. */
  void createIndexes(Table table) throws DbException;

  /**
   * Runs what a table needs after it was loaded, for example setting its key sequence to continue
   * after the loaded keys.
   */
  default void afterLoad(Table table) throws DbException {}

  /** Drops the table; does nothing when it does not exist. */
  void drop(Table table) throws DbException;

  /**
   * Disk space of the tables, all together.
   *
   * @param settled whether the server first updates its size statistics, which may take long
   * @return empty when the server does not report it
   */
  default Optional<TableSize> size(List<Table> tables, boolean settled) throws DbException {
    return Optional.empty();
  }

  /**
   * Number of rows of a table from the server's metadata, without reading the rows. It can be
   * inexact after a crash of the server.
   *
   * @return empty when the server does not have it, or estimates it from a sample
   */
  default OptionalLong rowCount(Table table) throws DbException {
    return OptionalLong.empty();
  }

  /**
   * Host and process of the server, as it reports them.
   *
   * @return empty when the server does not report them
   */
  default Optional<ServerProcess> serverProcess() throws DbException {
    return Optional.empty();
  }

  Session session() throws DbException;

  /**
   * Whether {@link #session} opens a connection to the server. If sessions share connections, the
   * cost of a new one cannot be measured, and {@code --connect each} is refused.
   */
  default boolean sessionIsConnection() {
    return true;
  }

  /** Isolation levels of transactions, as in the SQL standard. */
  enum Isolation {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE
  }

  /**
   * Sets the isolation level of the sessions that are opened after this call.
   *
   * @param level null: the server's default
   * @throws RefusedException when the database does not have this level, with a message for the
   *     user; this is the default
   */
  default void isolate(@Nullable Isolation level) throws DbException {
    throw new RefusedException("--isolation: this database has no isolation levels");
  }

  /**
   * Changes a setting of the server, as a statement of the user says: one in SQL, or a command as
   * JSON, which runs on the administrative database.
   *
   * @throws DbException of kind FATAL when the database has no such statements or refuses this one
   */
  default void configure(String statement) throws DbException {
    Op.Native setting = new Op.Native("setting", List.of(), Map.of(), Op.Native.Effect.OTHER);
    try (Session session = session();
        Session.TextStatement text = session.text()) {
      text.execute(setting, statement, Args.of(setting), null);
    }
  }

  /**
   * Reasons why the operations until now have measured something else than the database, whole
   * sentences; their result is then not to be trusted. Empty: none is known.
   */
  default List<String> measurementDoubts() {
    return List.of();
  }

  /**
   * Whether {@link Session#begin} is a separate round trip to the server. If the first statement
   * carries the begin, begin is not counted as a statement.
   */
  default boolean beginIsStatement() {
    return true;
  }

  /**
   * Opens the server's own counters, on a connection that no session uses. The caller closes them.
   *
   * @throws DbException of kind REFUSED or FATAL when the server has no counters or the user may
   *     not read them
   */
  default Counters counters() throws DbException {
    throw new DbException(DbException.Kind.FATAL, "counters", "it has no known counters");
  }

  /** Counters of the server, cumulative or current values. Used by one thread at a time. */
  interface Counters extends AutoCloseable {

    /**
     * Reads all counters, value by name. A value is either a cumulative count or a current state.
     * Waits for the server without a timeout.
     */
    Map<String, Long> read() throws DbException;

    /**
     * Resources that the server has used since it started, for all clients and its own background
     * work, as far as it counts them. Waits for the server without a timeout.
     */
    default Usage usage() throws DbException {
      return Usage.NONE;
    }

    /**
     * Describes for the user how {@link #usage} is counted and what it omits. Valid after a call of
     * {@link #usage}; empty if there is nothing to note.
     */
    default String about() {
      return "";
    }

    /** Closes the connection. Never throws. */
    @Override
    void close();
  }

  /**
   * The server's own cache for tables of this storage. The operating system's page cache is not
   * part of it.
   *
   * @param storage storage options as in {@link Table#storage}
   * @return empty when the server does not report it
   */
  default Optional<Cache> cache(Map<String, String> storage) throws DbException {
    return Optional.empty();
  }

  /** A server's cache, shared by all its clients. Used by one thread at a time. */
  interface Cache {

    /** Name of the setting of the cache size in the server's manual. */
    String name();

    /** Configured maximum size in bytes. */
    long bytes() throws DbException;

    /**
     * Changes the size while the server runs, to {@code bytes} or the next lower size that the
     * server supports. Returns when the server uses no more than that.
     *
     * @throws DbException of kind REFUSED when the server or the user's privileges do not allow it;
     *     the message says how to start the server with this size. The size may have changed
     *     anyway.
     */
    void resize(long bytes) throws DbException;
  }

  /**
   * Releases the resources of this database, stops an embedded server and deletes its files. Never
   * throws.
   */
  @Override
  void close();
}
