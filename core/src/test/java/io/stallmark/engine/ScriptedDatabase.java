package io.stallmark.engine;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayable;
import io.stallmark.spi.replay.Replayer;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.FiniteClient;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers as a test's script says: for the engine's own decisions, never in place of a database.
 */
final class ScriptedDatabase implements Database, Scenario, Replayable {

  /** What one execution of the only statement does. */
  interface Script {
    void execute(long drawn) throws DbException;
  }

  /** What one connection attempt does. */
  interface Door {
    void open() throws DbException;
  }

  static final Table TABLE =
      new Table(
          "t",
          List.of(new Column("id", Type.INT32, Column.Fill.REQUIRED)),
          List.of("id"),
          List.of(),
          Map.of());
  private static final Op READ =
      new Op.Read("read", List.of(), TABLE, Select.columns("id"), new Predicate.All());

  /** The same with a number. */
  static final Op DRAW =
      new Op.Read(
          "read",
          List.of(new io.stallmark.model.Param("n", Type.INT64)),
          TABLE,
          Select.columns("id"),
          new Predicate.All());

  final AtomicInteger openSessions = new AtomicInteger();
  final AtomicInteger rollbacks = new AtomicInteger();
  boolean transactional;
  Runnable closing = () -> {};
  private final Script script;
  private final Door door;
  private long transactions = Long.MAX_VALUE;
  private @Nullable Runnable pause;
  private List<String> kinds = List.of();
  private List<Role> roles = List.of();

  ScriptedDatabase(Script script, Door door) {
    this.script = script;
    this.door = door;
  }

  ScriptedDatabase(Script script) {
    this(script, () -> {});
  }

  /**
   * Its transactions are of these kinds, each of the one at its drawn number modulo their count.
   */
  ScriptedDatabase kinds(String... names) {
    kinds = List.of(names);
    return this;
  }

  /** A client without more transactions waits for the end of the run, with such pauses. */
  ScriptedDatabase waiting(Runnable pauses) {
    pause = pauses;
    return this;
  }

  /** Each of its clients has this number of transactions. */
  ScriptedDatabase transactions(long number) {
    transactions = number;
    return this;
  }

  /** Its clients have these roles, and do the same in all of them. */
  ScriptedDatabase roles(String... names) {
    roles =
        Stream.of(names)
            .map(
                name ->
                    new Role(
                        name,
                        List.of(READ),
                        kinds,
                        transactional,
                        ProgressUnit.TRANSACTIONS,
                        this::client))
            .toList();
    return this;
  }

  /** Its clients replay; they get these in their order. */
  ScriptedDatabase replayers(Replayer... replayers) {
    roles = List.of(Role.replay((target, slice, ended) -> replayers[slice.index()]));
    return this;
  }

  @Override
  public ReplayTarget replayTarget() {
    return new ReplayTarget() {
      @Override
      public OperationTexts texts() {
        throw new UnsupportedOperationException();
      }

      @Override
      public RawSession session(Map<String, String> attributes) {
        throw new UnsupportedOperationException();
      }
    };
  }

  @Override
  public Session session() throws DbException {
    door.open();
    openSessions.incrementAndGet();
    return new Session() {
      private long drawn;

      @Override
      public Statement prepare(Op op) {
        return (args, sink) -> {
          script.execute(args == null ? drawn : args.getLong(0, 0));
          return 1;
        };
      }

      @Override
      public void begin() {}

      @Override
      public void commit() {}

      @Override
      public void rollback() {
        rollbacks.incrementAndGet();
      }

      @Override
      public void close() {
        closing.run();
        openSessions.decrementAndGet();
      }
    };
  }

  Client client(Session session, Slice slice) throws DbException {
    Statement statement = session.prepare(DRAW);
    io.stallmark.spi.Args args = io.stallmark.spi.Args.of(DRAW);
    return new FiniteClient() {
      private int kind;
      private long left = transactions;

      @Override
      public boolean hasNext(BooleanSupplier ended) {
        boolean next = left-- > 0;
        while (!next && pause != null && !ended.getAsBoolean()) {
          pause.run();
        }
        return next;
      }

      @Override
      public void transaction() throws DbException {
        long drawn = slice.rng().nextLong();
        kind = kinds.isEmpty() ? 0 : (int) Math.floorMod(drawn, (long) kinds.size());
        statement.execute(args.set(0, drawn), null);
      }

      @Override
      public int kind() {
        return kind;
      }
    };
  }

  @Override
  public List<Role> roles() {
    return !roles.isEmpty()
        ? roles
        : List.of(
            new Role(
                Role.ONLY,
                List.of(READ),
                kinds,
                transactional,
                ProgressUnit.TRANSACTIONS,
                this::client));
  }

  ResolvedWorkload resolved() {
    return ResolvedWorkload.of(this, Map.of());
  }

  @Override
  public List<Table> tables() {
    return List.of(TABLE);
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public OptionalLong requiredRows() {
    return OptionalLong.empty();
  }

  @Override
  public boolean indexesAfterLoad() {
    return false;
  }

  @Override
  public Verification verification() {
    throw new UnsupportedOperationException();
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
  public TableState inspect(Table table) {
    return new TableState.Present();
  }

  @Override
  public void create(Table table) {}

  @Override
  public void createIndexes(Table table) {}

  @Override
  public void drop(Table table) {}

  @Override
  public void close() {}
}
