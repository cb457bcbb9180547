package io.stallmark.tables;

import io.stallmark.model.Column;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.TableState;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tables that are a name, a state, numbers of indexes and of rows and the number in a row, and a
 * journal of what was done to them: for the decisions about tables, never in place of a database.
 */
class ScriptedTables implements Database {

  /** What a test has happen when something is done to a table: "create a", "drop b". */
  interface Fault {
    void strike(String deed) throws DbException;
  }

  /** Number of a program that takes over a load. */
  static final long OTHER = 7;

  final Map<String, TableState> states = new ConcurrentHashMap<>();
  final Map<String, Long> rows = new ConcurrentHashMap<>();
  final Map<String, Long> metadata = new ConcurrentHashMap<>();
  final Map<String, Integer> indexes = new ConcurrentHashMap<>();
  final Map<String, Long> numbers = new ConcurrentHashMap<>();
  final Map<String, Long> owners = new ConcurrentHashMap<>();
  final Map<String, Long> renewals = new ConcurrentHashMap<>();
  final RecordedTables made = new RecordedTables();
  final List<String> journal = new CopyOnWriteArrayList<>();

  final AtomicInteger openSessions = new AtomicInteger();
  final AtomicInteger mostSessions = new AtomicInteger();
  volatile Fault fault = deed -> {};

  static Table table(String name, String... indexes) {
    return new Table(
        name,
        List.of(new Column("id", Type.INT32, Column.Fill.REQUIRED)),
        List.of("id"),
        Stream.of(indexes).map(index -> new Index(index, List.of("id"), false)).toList(),
        Map.of());
  }

  static DbException failure(String message) {
    return new DbException(Kind.FATAL, "1", message, null);
  }

  /** Another program makes a load its own. */
  void takeOver(String mark) {
    synchronized (owners) { // not within a renewal
      owners.put(mark, OTHER);
    }
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
    if (RecordedTables.isList(table)) {
      return made.state();
    }
    TableState state = states.getOrDefault(table.name(), new TableState.Absent());
    int made = indexes.getOrDefault(table.name(), 0);
    return state instanceof TableState.Present && made != table.indexes().size()
        ? new TableState.Different("has " + made + " indexes")
        : state;
  }

  @Override
  public void create(Table table) throws DbException {
    if (RecordedTables.isList(table)) {
      made.create();
      return;
    }
    does("create", table);
    states.put(table.name(), new TableState.Present());
  }

  @Override
  public void createIndexes(Table table) throws DbException {
    does("index", table);
    indexes.merge(table.name(), table.indexes().size(), Integer::sum);
  }

  @Override
  public void drop(Table table) throws DbException {
    if (RecordedTables.isList(table)) {
      made.drop();
      return;
    }
    does("drop", table);
    states.remove(table.name());
    numbers.remove(table.name());
    owners.remove(table.name());
    renewals.remove(table.name());
  }

  @Override
  public OptionalLong rowCount(Table table) {
    Long rows = metadata.get(table.name());
    return rows == null ? OptionalLong.empty() : OptionalLong.of(rows);
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
  public Set<Capability> capabilities(TableLayout layout, Map<String, String> storage) {
    return Set.of();
  }

  @Override
  public Facts facts(List<Table> tables) {
    return new Facts(Map.of(), List.of());
  }

  @Override
  public void close() {}

  /** Counts rows, and keeps one number a table. */
  private final class Counting implements Session {
    @Override
    public Statement prepare(Op op) {
      if (RecordedTables.concerns(op)) {
        return made.prepare(op);
      }
      if (op instanceof Op.Insert insert) {
        return (args, sink) -> insert(insert.table(), args.getLong(0, 0), args.getLong(0, 1));
      }
      if (op instanceof Op.Update update) {
        return (args, sink) -> change(update.table().name(), args);
      }
      Table table = ((Op.Read) op).table();
      if (((Op.Read) op).select() instanceof Select.Columns) {
        return (args, sink) -> read(table, sink);
      }
      return (args, sink) -> {
        does("count", table);
        if (sink != null) {
          sink.row(new Count(rows.getOrDefault(table.name(), 0L)));
        }
        return 1;
      };
    }

    private long insert(Table table, long number, long owner) throws DbException {
      does("insert", table);
      if (numbers.putIfAbsent(table.name(), number) != null) {
        throw new DbException(Kind.DUPLICATE_KEY, "1062", "Duplicate key", null);
      }
      owners.put(table.name(), owner);
      renewals.put(table.name(), 0L);
      return 1;
    }

    /** What a lease does: slots next owner, owner, and the range of renewals. */
    private long change(String table, Args args) throws DbException {
      fault.strike("renew");
      synchronized (owners) {
        Long owner = owners.get(table);
        long count = renewals.getOrDefault(table, 0L);
        if (owner == null
            || owner != args.getLong(0, 1)
            || count < args.getLong(0, 2)
            || count > args.getLong(0, 3)) {
          return 0;
        }
        owners.put(table, args.getLong(0, 0));
        renewals.put(table, count + 1);
        return 1;
      }
    }

    private long read(Table table, @Nullable RowSink sink) throws DbException {
      Long number = numbers.get(table.name());
      if (number == null || sink == null) {
        return 0;
      }
      sink.row(
          new Mark(
              List.of(
                  number,
                  owners.getOrDefault(table.name(), 0L),
                  renewals.getOrDefault(table.name(), 0L))));
      return 1;
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

  private record Mark(List<Long> values) implements Row {
    @Override
    public long getLong(int column) {
      return values.get(column);
    }

    @Override
    public double getDouble(int column) {
      return getLong(column);
    }

    @Override
    public int getText(int column, byte[] into) {
      return 0;
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
