package io.stallmark.tables;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Facts;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.TableState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tables that are a name, a state and a number of rows, and a journal of what was done to them: for
 * the decisions about tables, never in place of a database.
 */
final class Shelf implements Database {

  /** What a test has happen when something is done to a table: "create a", "drop b". */
  interface Fault {
    void strike(String deed) throws DbException;
  }

  final Map<String, TableState> states = new ConcurrentHashMap<>();
  final Map<String, Long> rows = new ConcurrentHashMap<>();
  final List<String> journal = new CopyOnWriteArrayList<>();
  final AtomicInteger openSessions = new AtomicInteger();
  final AtomicInteger mostSessions = new AtomicInteger();
  Fault fault = deed -> {};

  static Table table(String name) {
    return new Table(
        name,
        List.of(new Column("id", Type.INT32, Column.Fill.REQUIRED)),
        List.of("id"),
        List.of(),
        Map.of());
  }

  static DbException failure(String message) {
    return new DbException(Kind.FATAL, "1", message, null);
  }

  /** A fault that strikes one deed. */
  static Fault on(String deed) {
    return done -> {
      if (done.equals(deed)) {
        throw failure(deed + " failed");
      }
    };
  }

  @Override
  public TableState inspect(Table table) {
    return states.getOrDefault(table.name(), new TableState.Absent());
  }

  @Override
  public void create(Table table) throws DbException {
    does("create", table);
    states.put(table.name(), new TableState.Present());
  }

  @Override
  public void createIndexes(Table table) throws DbException {
    does("index", table);
  }

  @Override
  public void drop(Table table) throws DbException {
    does("drop", table);
    states.remove(table.name());
  }

  private void does(String verb, Table table) throws DbException {
    String deed = verb + " " + table.name();
    journal.add(deed);
    fault.strike(deed);
  }

  @Override
  public Session session() throws DbException {
    fault.strike("connect");
    mostSessions.accumulateAndGet(openSessions.incrementAndGet(), Math::max);
    return new Counting();
  }

  @Override
  public Set<Capability> capabilities(Map<String, String> storage) {
    return Set.of();
  }

  @Override
  public Facts facts() {
    return new Facts(Map.of(), List.of());
  }

  @Override
  public void close() {}

  /** Counts rows and does nothing else. */
  private final class Counting implements Session {
    @Override
    public Statement prepare(Op op) {
      Table table = ((Op.Read) op).table();
      return (args, sink) -> {
        does("count", table);
        if (sink != null) {
          sink.row(new Count(rows.getOrDefault(table.name(), 0L)));
        }
        return 1;
      };
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {
      openSessions.decrementAndGet();
    }
  }

  private record Count(long getLong) implements Row {
    @Override
    public long getLong(int column) {
      return getLong;
    }

    @Override
    public double getDouble(int column) {
      return getLong;
    }

    @Override
    public int getText(int column, byte[] into) {
      return 0;
    }
  }
}
