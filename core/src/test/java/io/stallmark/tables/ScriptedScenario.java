package io.stallmark.tables;

import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A scenario of tables a, b, c of 100 rows each, with the shares that a test gives it. */
final class ScriptedScenario implements Scenario {

  static final long ROWS = 100;

  private final List<Table> tables;
  WorkerPool.LoaderFactory share = (session, slice) -> steps(1);
  boolean indexesAfterLoad;
  Predicate<Table> full = table -> false;
  OptionalLong requiredRows = OptionalLong.of(ROWS);
  List<String> findings = List.of();

  /** How many there are; those of the list at the least. */
  long found;

  /** What is said after them. */
  @Nullable String hint;

  private @Nullable String identity;
  private WorkerPool.LoaderFactory rest = (session, slice) -> steps(0);

  ScriptedScenario(String... tables) {
    this(List.of(tables).stream().map(ScriptedTables::table).toList());
  }

  ScriptedScenario(List<Table> tables) {
    this.tables = tables;
  }

  /** From now on a load that ends early goes on by this share. */
  void goesOn(String identity, WorkerPool.LoaderFactory rest) {
    this.identity = identity;
    this.rest = rest;
  }

  /** A share of so many steps of ten rows. */
  static Loader steps(int count) {
    int[] left = {count};
    return () -> left[0]-- > 0 ? 10 : 0;
  }

  /** Steps of one statement each, as many as it may send. */
  static Loader statements(Session session) throws DbException {
    Op op =
        new Op.Read(
            "n",
            List.of(),
            ScriptedTables.table("a"),
            new Select.Count(),
            new io.stallmark.model.Predicate.All());
    Statement statement = session.prepare(op);
    Args args = Args.of(op);
    return () -> 1 + statement.execute(args, null);
  }

  @Override
  public List<Table> tables() {
    return tables;
  }

  @Override
  public List<Role> roles() {
    return List.of();
  }

  /** With its tables as they are. */
  ResolvedWorkload resolved() {
    return ResolvedWorkload.of(this, Map.of());
  }

  @Override
  public long rows(Table table) {
    return ROWS;
  }

  @Override
  public OptionalLong requiredRows() {
    return requiredRows;
  }

  @Override
  public boolean indexesAfterLoad() {
    return indexesAfterLoad;
  }

  @Override
  public Load load(int machine, int machines) {
    return new Load() {
      @Override
      public Loader loader(Session session, Slice slice, boolean resumes) throws DbException {
        return (resumes ? rest : share).of(session, slice);
      }

      @Override
      public boolean isFull(Table table) {
        return full.test(table);
      }
    };
  }

  @Override
  public Optional<String> loadIdentity() {
    return Optional.ofNullable(identity);
  }

  @Override
  public Verification verification() {
    return new Verification() {
      @Override
      public long rows() {
        return tables.size() * ROWS;
      }

      @Override
      public Loader checker(Session session, Slice slice) throws DbException {
        return share.of(session, slice);
      }

      @Override
      public List<String> findings() {
        return findings;
      }

      @Override
      public long found() {
        return Math.max(found, findings.size());
      }

      @Override
      public Optional<String> hint() {
        return Optional.ofNullable(hint);
      }

      @Override
      public List<String> proven() {
        return List.of("All is right.");
      }
    };
  }
}
