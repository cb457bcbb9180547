package io.stallmark.spi;

import io.stallmark.model.Table;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.server.Usage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An open database. Thread-safe. */
public interface Database extends AutoCloseable {

  /**
   * What works here on tables of this storage: found out by trying, or from what the server says of
   * itself.
   *
   * @param storage as {@link Table#storage} will have it
   */
  Set<Capability> capabilities(Map<String, String> storage) throws DbException;

  Facts facts() throws DbException;

  /** Compares what is there with the declaration: columns, primary key, indexes, storage. */
  TableState inspect(Table table) throws DbException;

  /** Creates the table with its primary key, without its secondary indexes. */
  void create(Table table) throws DbException;

  /** Creates the table's secondary indexes. */
  void createIndexes(Table table) throws DbException;

  /** Completes the load of a table, as for a column that is to number rows behind loaded ones. */
  default void afterLoad(Table table) throws DbException {}

  /** Drops the table; nothing happens when it is absent. */
  void drop(Table table) throws DbException;

  /**
   * How much room the tables take on disk, all of them together.
   *
   * @param settled first lets the server bring its figures up to date, which may take a while
   * @return empty when the server does not say
   */
  default Optional<TableSize> size(List<Table> tables, boolean settled) throws DbException {
    return Optional.empty();
  }

  /**
   * Where the server says that it runs.
   *
   * @return empty when it does not say
   */
  default Optional<ServerProcess> serverProcess() throws DbException {
    return Optional.empty();
  }

  Session session() throws DbException;

  /**
   * Whether {@link Session#begin} is a round trip to the server. Where the first statement says it
   * along with the rest, it is no statement and is not counted.
   */
  default boolean beginIsStatement() {
    return true;
  }

  /**
   * What the server counts of its own work, on a connection that no session uses.
   *
   * @throws DbException REFUSED or FATAL when this server or this user has none
   */
  default Counters counters() throws DbException {
    throw new DbException(DbException.Kind.FATAL, "counters", "it has none that are known", null);
  }

  /** The server's own counters. Used by one thread at a time. */
  interface Counters extends AutoCloseable {

    /**
     * All of them as they stand now: name to a number that grows with the work done, or to a state
     * that comes and goes. Waits as long as the server does.
     */
    Map<String, Long> read() throws DbException;

    /**
     * What the server has used since it started, all its clients' work and its own together, as far
     * as it counts that. Waits as long as the server does.
     */
    default Usage usage() throws DbException {
      return Usage.NONE;
    }

    /**
     * How {@link #usage} is counted and what it leaves out, for readers; known when it was asked
     * for. Empty: nothing is to be said.
     */
    default String about() {
      return "";
    }

    /** Never throws. */
    @Override
    void close();
  }

  /**
   * What the server keeps in its own memory of tables of this storage, so as not to read it again.
   * What the operating system keeps of its files comes on top.
   *
   * @param storage as {@link Table#storage} will have it
   * @return empty when the server does not say
   */
  default Optional<Cache> cache(Map<String, String> storage) throws DbException {
    return Optional.empty();
  }

  /** A server's cache, of all its clients. Used by one thread at a time. */
  interface Cache {

    /** What sets its size, as the server's manual calls it. */
    String name();

    /** How many bytes it is set to hold at most. */
    long bytes() throws DbException;

    /**
     * Makes it hold so many bytes, or the next fewer that it can have, while the server runs.
     * Returns when it holds no more.
     *
     * @throws DbException REFUSED when the server does not do that, or not for this user, saying
     *     how to start it instead; its size may be another one then
     */
    void resize(long bytes) throws DbException;
  }

  /** Closes everything; an embedded server stops and its files go. Never throws. */
  @Override
  void close();
}
