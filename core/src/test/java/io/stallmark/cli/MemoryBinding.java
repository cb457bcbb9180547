package io.stallmark.cli;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Binding;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.Target;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.OverheadStatement;
import io.stallmark.spi.server.ServerProcess;
import io.stallmark.spi.server.TableSize;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.tables.RecordedTables;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tables that only know how many rows they have and the last one's number: enough to drive the
 * command line from end to end, with faults where a test wants them. It stands for no real
 * database.
 */
public final class MemoryBinding implements Binding {

  /** What a test does when a statement is executed. */
  interface Fault {
    void strike(long execution) throws DbException;
  }

  /** What a test has in place of a server's counters; null: none. */
  interface Opening {
    Database.@Nullable Counters open() throws DbException;
  }

  final Map<String, AtomicLong> tables = new ConcurrentHashMap<>();
  final RecordedTables made = new RecordedTables();
  final Map<String, Long> numbers = new ConcurrentHashMap<>();
  final AtomicInteger open = new AtomicInteger();

  /** How often the size of the tables was read. */
  final AtomicInteger sized = new AtomicInteger();

  /** The protocol of recordings. */
  Optional<WireProtocol> wire = Optional.empty();

  Opening counting = () -> null;
  Fault fault = execution -> {};
  Runnable opening = () -> {};

  /** What a test does when the database is asked, by the name of the method. */
  Consumer<String> asked = method -> {};

  Optional<TableSize> size = Optional.empty();
  int mostSessions = Integer.MAX_VALUE;
  boolean beginIsStatement = true;

  /** Whether the server has what the binding can use. */
  boolean able = true;

  String password = "";

  /** Settings that the server was told, in order. */
  final List<String> configured = new CopyOnWriteArrayList<>();

  /** A setting that it refuses. */
  String refused = "";

  /** What a test has in place of a server's cache; null: none. */
  Database.@Nullable Cache cache;

  private final AtomicLong executions = new AtomicLong();
  private final AtomicInteger sessions = new AtomicInteger();

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public List<String> prefixes() {
    return List.of("memory:", "embedded:memory");
  }

  @Override
  public String summary() {
    return "counts rows";
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.TRANSACTIONS);
  }

  @Override
  public Optional<WireProtocol> wireProtocol() {
    return wire;
  }

  @Override
  public BindingOptions options() {
    return BindingOptions.all("embedded:memory", Set.of("fast"));
  }

  @Override
  public void check(Target target) {
    if (target.url().endsWith("/")) {
      throw new RefusedException("The URL names no database");
    }
  }

  @Override
  public Database open(Target target) throws DbException {
    opening.run();
    check(target);
    Secret given = target.password();
    String word = given == null ? "" : given.reveal();
    if (!word.equals(password)) {
      throw new DbException(Kind.REFUSED, "28000", "Access denied with password " + word, null);
    }
    open.incrementAndGet();
    return new MemoryDatabase(target, word);
  }

  @Override
  public List<String> explain(Table table) {
    if (table.storage().containsKey("egnine")) {
      throw new RefusedException("memory has no storage option egnine; it has none");
    }
    return List.of("make " + table.name() + table.storage());
  }

  @Override
  public String explain(Op op) {
    asked.accept("explain");
    return "do " + op.name();
  }

  @Override
  public List<OverheadStatement> overhead() {
    return List.of(
        new OverheadStatement(OverheadStatement.Occasion.SECOND, "", "ask for counters"),
        new OverheadStatement(OverheadStatement.Occasion.CONNECTION, "", "greet"),
        new OverheadStatement(OverheadStatement.Occasion.SIZE, "Rocks", "flush"));
  }

  private final class MemoryDatabase implements Database {
    private final Target target;
    private final String word;

    MemoryDatabase(Target target, String word) {
      this.target = target;
      this.word = word;
    }

    @Override
    public Set<Capability> capabilities(TableLayout layout, Map<String, String> storage) {
      asked.accept("capabilities");
      return able ? MemoryBinding.this.capabilities() : Set.of();
    }

    @Override
    public Facts facts(List<Table> of) {
      asked.accept("facts");
      return new Facts(
          Map.of("server", "memory 1", "driver", "none, called with " + word),
          word.isEmpty() ? List.of() : List.of("The driver knows " + word + "."));
    }

    @Override
    public Optional<TableSize> size(List<Table> of, boolean settled) {
      sized.incrementAndGet();
      asked.accept("size");
      return size;
    }

    @Override
    public Optional<ServerProcess> serverProcess() {
      asked.accept("serverProcess");
      return Optional.empty();
    }

    @Override
    public TableState inspect(Table table) {
      asked.accept("inspect");
      if (RecordedTables.isList(table)) {
        return made.state();
      }
      return tables.containsKey(key(table)) ? new TableState.Present() : new TableState.Absent();
    }

    /** Returns the name of a table, with a prefix on the server {@code two}. */
    String key(Table table) {
      return target.url().startsWith("memory://two/") ? "two." + table.name() : table.name();
    }

    @Override
    public void create(Table table) {
      if (RecordedTables.isList(table)) {
        made.create();
        return;
      }
      tables.put(key(table), new AtomicLong());
    }

    @Override
    public void createIndexes(Table table) {}

    @Override
    public void drop(Table table) {
      asked.accept("drop");
      if (RecordedTables.isList(table)) {
        made.drop();
        return;
      }
      tables.remove(key(table));
    }

    @Override
    public Session session() throws DbException {
      asked.accept("session");
      if (sessions.incrementAndGet() > mostSessions) {
        sessions.decrementAndGet();
        throw new DbException(Kind.CONNECTION, "1040", "Too many connections", null);
      }
      return new MemorySession(this);
    }

    @Override
    public void configure(String statement) throws DbException {
      configured.add(statement);
      if (statement.equals(refused)) {
        throw new DbException(Kind.FATAL, "1193", "Unknown system variable", null);
      }
    }

    @Override
    public boolean beginIsStatement() {
      return beginIsStatement;
    }

    @Override
    public Counters counters() throws DbException {
      asked.accept("counters");
      Counters counters = counting.open();
      return counters == null ? Database.super.counters() : counters;
    }

    @Override
    public Optional<Cache> cache(Map<String, String> storage) {
      asked.accept("cache");
      return Optional.ofNullable(cache);
    }

    @Override
    public void close() {
      open.updateAndGet(count -> Math.max(0, count - 1));
    }

    @Override
    public String toString() {
      return target.url();
    }
  }

  private final class MemorySession implements Session {
    private final MemoryDatabase database;

    MemorySession(MemoryDatabase database) {
      this.database = database;
    }

    @Override
    public Statement prepare(Op op) {
      if (RecordedTables.concerns(op)) {
        return made.prepare(op);
      }
      return (args, sink) -> {
        fault.strike(executions.incrementAndGet());
        if (op instanceof Op.Insert insert) {
          rows(insert.table()).addAndGet(args.rows());
          numbers.put(insert.table().name(), args.getLong(0, 0));
          return args.rows();
        }
        if (op instanceof Op.Read read && read.select() instanceof Select.Count && sink != null) {
          sink.row(new Count(rows(read.table()).get()));
        }
        if (op instanceof Op.Read read && read.select() instanceof Select.Columns && sink != null) {
          sink.row(new Count(numbers.getOrDefault(read.table().name(), 0L)));
        }
        return 1;
      };
    }

    private AtomicLong rows(Table table) throws DbException {
      AtomicLong rows = tables.get(database.key(table));
      if (rows == null) {
        throw new DbException(Kind.FATAL, "42S02", "No table " + table.name(), null);
      }
      return rows;
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {
      sessions.decrementAndGet();
    }
  }

  private record Count(long rows) implements Row {
    @Override
    public long getLong(int column) {
      return column == 0 ? rows : 0;
    }

    @Override
    public double getDouble(int column) {
      return rows;
    }

    @Override
    public int getText(int column, byte[] into) {
      return 0;
    }
  }
}
